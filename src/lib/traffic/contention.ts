/** Which of some customers another transaction keeps locked at this moment. */
export type FindLocked = (customerIds: readonly string[]) => Promise<ReadonlySet<string>>

const ASKED_AGAIN_MS = 250

/** Calls once, in a while; answers how to call it off. */
export type Later = (work: () => void) => () => void

export interface ContentionDeps {
  readonly findLocked: FindLocked
  /** Told how many customers are blocked, whenever that changes. */
  readonly blocked: (count: number) => void
  readonly later?: Later
}

const inAWhile: Later = (work) => {
  const timer = setTimeout(work, ASKED_AGAIN_MS).unref()
  return () => clearTimeout(timer)
}

/**
 * Customers whom somebody else keeps locked for long: a large change, a node that froze in the middle of a batch. All the
 * others would wait behind a batch with one of them, so whatever comes for such a customer is refused at once, until the
 * lock is found free: while there are any, the database is asked four times a second.
 */
export class Contention {
  readonly #deps: Required<ContentionDeps>
  readonly #blocked = new Set<string>()
  #callOff: (() => void) | null = null

  constructor(deps: ContentionDeps) {
    this.#deps = { later: inAWhile, ...deps }
  }

  isAny(): boolean {
    return this.#blocked.size > 0
  }

  /** As far as is known. */
  isBlocked(customerId: string): boolean {
    return this.#blocked.has(customerId)
  }

  /** Those of a batch that has waited for a lock in vain whom somebody keeps locked still. */
  async blockedOf(customerIds: readonly string[]): Promise<ReadonlySet<string>> {
    const locked = await this.#deps.findLocked(customerIds)
    for (const id of locked) this.#blocked.add(id)
    this.#changed()
    return locked
  }

  stop(): void {
    this.#blocked.clear()
    this.#callOff?.()
    this.#changed()
  }

  #changed(): void {
    this.#deps.blocked(this.#blocked.size)
    if (this.isAny()) this.#callOff ??= this.#deps.later(() => void this.#ask())
  }

  async #ask(): Promise<void> {
    const asked = [...this.#blocked]
    const locked = await this.#deps.findLocked(asked).catch(() => null) // away: asked later
    if (locked) for (const id of asked) if (!locked.has(id)) this.#blocked.delete(id)
    this.#callOff = null
    this.#changed()
  }
}
