/** While the thread has other work, it does so many milliseconds of that for each one of a slice. */
const OTHERS_FOR_ONE = 2
/** A turn of the event loop in which other work takes less than so many milliseconds shows that hardly any waits. */
const QUIET_MS = 0.3

/** A slice that has begun. Times are milliseconds. */
interface Begun {
  readonly at: number
  /** When a work asked for a next slice. Null: none has, because the work of the slice has ended, or waits for something. */
  askedAt: number | null
}

/**
 * The long works of a node, which wait for their next slice of the thread. One of them begins a slice in a turn of the event loop, so that ten
 * take no more of the thread than one. Accounts take turns, so that one with ten works gets no more than one with a single work. The next slice
 * begins when no other work waits, or when the thread has done other work for twice as long as the last slice took.
 */
export class SliceLine {
  readonly #nowMs: () => number
  /** The works that wait, by account, in the order in which the accounts get their slices. */
  readonly #lines = new Map<string, (() => void)[]>()
  #isWatching = false
  /** The slice of the present turn. Null: it has none. */
  #begun: Begun | null = null
  #turnBeganAt = 0
  /** How many milliseconds of other work come before the next slice. */
  #owedMs = 0

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Resolves when a slice for a work of the account begins. */
  next(accountId: string): Promise<void> {
    if (this.#begun !== null) this.#begun.askedAt ??= this.#nowMs()
    return new Promise((resolve) => {
      const line = this.#lines.get(accountId)
      if (line === undefined) this.#lines.set(accountId, [resolve])
      else line.push(resolve)
      this.#watch()
    })
  }

  /** Looks at the end of each turn whether a slice may begin, while works wait. The turn of each slice is looked at, too. */
  #watch(): void {
    if (this.#isWatching || (this.#lines.size === 0 && this.#begun === null)) return
    this.#isWatching = true
    setImmediate(() => {
      this.#isWatching = false
      if (this.#mayBegin()) this.#begin()
      this.#watch()
    })
  }

  /** Whether the next slice may begin: the turn that ends now had hardly any other work, or enough of it has been done. */
  #mayBegin(): boolean {
    const now = this.#nowMs()
    const begun = this.#begun
    const others = now - (begun?.askedAt ?? this.#turnBeganAt)
    this.#begun = null
    this.#turnBeganAt = now
    if (begun !== null) this.#owedMs = OTHERS_FOR_ONE * ((begun.askedAt ?? now) - begun.at)
    // The turn of a slice whose end nobody has seen says nothing about other work.
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
