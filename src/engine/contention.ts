import type { Command } from '../domain/batch/commands.ts'

/** Which of some commands are about a customer whom another transaction keeps locked at this moment. */
export type FindLocked = (commands: readonly Command[]) => Promise<ReadonlySet<Command>>

const ASKED_AGAIN_MS = 250
const FORGOTTEN_MS = 60_000

interface Held {
  readonly command: Command
  /** When the database was last asked. */
  sinceMs: number
}

/**
 * Customers whom somebody else keeps locked for long: a large change, a node that froze in the middle of a batch. All the
 * others would wait behind a batch with one of them, so whatever comes for such a customer is refused at once, until the
 * lock is found free.
 */
export class Contention {
  readonly #findLocked: FindLocked
  readonly #nowMs: () => number
  #held = new Map<string, Held>()

  constructor(findLocked: FindLocked, nowMs: () => number = () => performance.now()) {
    this.#findLocked = findLocked
    this.#nowMs = nowMs
  }

  /** Whether there is any such customer. */
  isAny(): boolean {
    return this.#held.size > 0
  }

  /** As far as is known. Has the database asked again now and then, without waiting for what it says. */
  isHeld(owner: string): boolean {
    const held = this.#held.get(owner)
    if (held === undefined) return false
    if (this.#nowMs() - held.sinceMs >= ASKED_AGAIN_MS) void this.#ask(owner, held)
    return true
  }

  /** Those of a batch that has waited for a lock in vain. */
  async lockedOf(commands: readonly Command[], ownerOf: (command: Command) => string): Promise<ReadonlySet<Command>> {
    const sinceMs = this.#nowMs()
    const locked = await this.#findLocked(commands)
    for (const [owner, held] of this.#held) if (sinceMs - held.sinceMs > FORGOTTEN_MS) this.#held.delete(owner)
    for (const command of locked) this.#held.set(ownerOf(command), { command, sinceMs })
    return locked
  }

  async #ask(owner: string, held: Held): Promise<void> {
    held.sinceMs = this.#nowMs()
    const isFree = await this.#findLocked([held.command]).then(
      (locked) => locked.size === 0,
      () => false, // the database is away: it is asked later
    )
    if (isFree) this.#held.delete(owner)
  }
}
