import type { Command } from '../domain/batch/commands.ts'

/** Which of some commands are about a customer whom another transaction keeps locked at this moment. */
export type FindLocked = (commands: readonly Command[]) => Promise<ReadonlySet<Command>>

const ASKED_AGAIN_MS = 250

/** Calls once, in a while; answers how to call it off. */
export type Later = (work: () => void) => () => void

export interface ContentionDeps {
  readonly findLocked: FindLocked
  /** By whom a command is held up, as far as is known. */
  readonly ownerOf: (command: Command) => string
  /** Told how many are held up, whenever that changes. */
  readonly held: (count: number) => void
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
  /** By their owners. */
  #held = new Map<string, Command>()
  #callOff: (() => void) | null = null

  constructor(deps: ContentionDeps) {
    this.#deps = { later: inAWhile, ...deps }
  }

  isAny(): boolean {
    return this.#held.size > 0
  }

  /** As far as is known. */
  isHeld(owner: string): boolean {
    return this.#held.has(owner)
  }

  /** Those of a batch that has waited for a lock in vain whose customer is still locked. */
  async lockedOf(commands: readonly Command[]): Promise<ReadonlySet<Command>> {
    const locked = await this.#deps.findLocked(commands)
    for (const command of locked) this.#held.set(this.#deps.ownerOf(command), command)
    this.#changed()
    return locked
  }

  stop(): void {
    this.#held.clear()
    this.#callOff?.()
    this.#changed()
  }

  #changed(): void {
    this.#deps.held(this.#held.size)
    if (this.isAny()) this.#callOff ??= this.#deps.later(() => void this.#ask())
  }

  async #ask(): Promise<void> {
    const asked = [...this.#held]
    const commands = asked.map(([, command]) => command)
    const locked = await this.#deps.findLocked(commands).catch(() => null) // away: asked later
    if (locked) for (const [owner, command] of asked) if (!locked.has(command)) this.#held.delete(owner)
    this.#callOff = null
    this.#changed()
  }
}
