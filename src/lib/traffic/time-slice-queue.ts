/** How many milliseconds of other work the thread does for each millisecond of a slice, while other work waits. */
const OTHERS_FOR_ONE = 2
/** If other work takes fewer milliseconds than this in a turn of the event loop, hardly any other work waits. */
const QUIET_MS = 0.3

/** A slice of long work that has begun. Times are milliseconds. */
interface Begun {
  readonly at: number
  /** When a long work asked for a next slice. Null: no work has asked, because the work of the slice has ended, or waits for something. */
  askedAt: number | null
}

/**
 * The line of a node's long works that wait for their next slice of the thread. At most one slice begins in a turn of the event loop, so
 * that ten works take no more of the thread than one. Accounts take turns, so that an account with ten works gets no more of the thread
 * than an account with one. The next slice begins when no other work waits, or when the thread has done other work for twice as long as the
 * last slice took.
 */
export class TimeSliceQueue {
  readonly #nowMs: () => number
  /** The long works that wait, by account, in the order in which the accounts get their slices. */
  readonly #lines = new Map<string, (() => void)[]>()
  #isWatching = false
  /** The slice of the present turn of the event loop. Null: no slice has begun in this turn. */
  #begun: Begun | null = null
  #turnBeganAt = 0
  /** How many milliseconds of other work the thread does before the next slice begins. */
  #owedMs = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Waits in line for a long work of the account. Resolves when the work may use the thread for a slice of time. */
  next(accountId: string): Promise<void> {
    if (this.#begun !== null) this.#begun.askedAt ??= this.#nowMs()
    return new Promise((resolve) => {
      const line = this.#lines.get(accountId)
      if (line === undefined) this.#lines.set(accountId, [resolve])
      else line.push(resolve)
      this.#watch()
    })
  }

  /** Checks at the end of each turn of the event loop whether a slice may begin, as long as works wait or a slice has just begun. */
  #watch(): void {
    if (this.#isWatching || (this.#lines.size === 0 && this.#begun === null)) return
    this.#isWatching = true
    setImmediate(() => {
      this.#isWatching = false
      if (this.#mayBegin()) this.#begin()
      this.#watch()
    })
  }

  /**
   * Whether the next slice may begin: the turn of the event loop that ends now had hardly any other work, or enough other work was done.
   */
  #mayBegin(): boolean {
    const now = this.#nowMs()
    const begun = this.#begun
    const others = now - (begun?.askedAt ?? this.#turnBeganAt)
    this.#begun = null
    this.#turnBeganAt = now
    if (begun !== null) this.#owedMs = OTHERS_FOR_ONE * ((begun.askedAt ?? now) - begun.at)
    // The last slice's end is unknown until long work asks for a slice again: this turn then tells nothing about other work.
    if (begun !== null && begun.askedAt === null) return false
    this.#owedMs -= others
    return this.#owedMs <= 0 || others < QUIET_MS
  }

  #begin(): void {
    for (const [accountId, line] of this.#lines) {
      const begin = line.shift()
      this.#lines.delete(accountId)
      if (line.length > 0) this.#lines.set(accountId, line)
      this.#begun = { at: this.#nowMs(), askedAt: null }
      begin?.()
      return
    }
  }
}
