/** Finds which of the given customers another transaction keeps locked at this moment. */
export type FindLockedCustomers = (customerIds: readonly string[]) => Promise<ReadonlySet<string>>

const RECHECK_MS = 250

/** Calls `work` once, after a while. Returns a function that cancels the call. */
export type ScheduleWork = (work: () => void) => () => void

export interface LockContentionDeps {
  readonly findLocked: FindLockedCustomers
  /** Called with the number of blocked customers whenever the number may have changed. */
  readonly blocked: (count: number) => void
  readonly later?: ScheduleWork
}

const afterPause: ScheduleWork = (work) => {
  const timer = setTimeout(work, RECHECK_MS).unref()
  return () => clearTimeout(timer)
}

/**
 * The customers that another transaction keeps locked for long: a large change, or a node that froze in the middle of a batch. A batch
 * with such a customer would delay all others, so the engine refuses commands for these customers at once until the lock is free.
 * While any customer is blocked, the database is asked four times a second.
 */
export class LockContention {
  readonly #deps: Required<LockContentionDeps>
  readonly #blocked = new Set<string>()
  #callOff: (() => void) | null = null

  constructor(deps: LockContentionDeps) {
    this.#deps = { later: afterPause, ...deps }
  }

  isAny(): boolean {
    return this.#blocked.size > 0
  }

  /** Whether the customer was blocked when the database was last asked for locked customers. */
  isBlocked(customerId: string): boolean {
    return this.#blocked.has(customerId)
  }

  /**
   * Asks the database which of the given customers are still locked, and remembers them. To be called with the customers of a batch whose
   * wait for a lock has timed out. Rejects with the database's error.
   */
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
    const blocked = [...this.#blocked]
    const locked = await this.#deps.findLocked(blocked).catch(() => null) // the database does not answer: it is asked again later
    if (locked) for (const id of blocked) if (!locked.has(id)) this.#blocked.delete(id)
    this.#callOff = null
    this.#changed()
  }
}
