import { type Clock, SECOND_MS, systemClock } from './clock.ts'

/** More than machines with NTP differ by, and less than any limit is long. */
export const MAX_CLOCK_DIFFERENCE_MS = 5 * SECOND_MS

/** After a comparison that failed, the database is not asked for so long by whoever would lose a connection for it. */
const KNOWN_MS = SECOND_MS

/** This machine's clock differs from the database's by more than is allowed. Nothing was decided and nothing was stored. */
export class ClockDifferenceError extends Error {
  override name = 'ClockDifferenceError'
  /** Milliseconds that this machine's clock is ahead of the database's; below 0: behind. */
  readonly differenceMs: number

  constructor(differenceMs: number) {
    super(`The clock of this machine is ${describe(differenceMs)} the clock of the database.`)
    this.differenceMs = differenceMs
  }
}

export interface Comparison {
  /** Milliseconds that this machine's clock is ahead; below 0: behind. 0 where the answer took as long as they differ. */
  readonly differenceMs: number
  readonly isAllowed: boolean
}

export interface MachineClockOptions {
  /** How far the two clocks may differ, either way. */
  readonly limitMs?: number
  /** What is compared. Default: the system's. */
  readonly machine?: Clock
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly elapsedMs?: () => number
}

/** The database's time as of one answer of it. */
interface Answer {
  /** The least that it can have been when the answer came. */
  readonly databaseMs: number
  /** How long the answer took: its time was that much later at most. */
  readonly tripMs: number
  /** When it came, in milliseconds of `elapsedMs`. */
  readonly atMs: number
}

/**
 * The clock of this machine, as long as the database agrees. Each transaction that stores something compares the two before it
 * stores anything, in a trip that it makes anyway, and fails where they differ by more than is allowed (`demand`).
 *
 * Times are also read outside of such transactions, and the clock may be set at any moment. So the last answer of the database is
 * carried on by the processor's own counter, which nobody sets, and `now` never answers a moment that is further from it than is
 * allowed: it answers the database's time instead. No row is ever stamped by a clock that was wrong for an instant.
 */
export class MachineClock implements Clock {
  readonly #limitMs: number
  readonly #machine: Clock
  readonly #elapsedMs: () => number
  readonly #heard: ((comparison: Comparison) => void)[] = []
  #last: Answer | null = null

  constructor(options: MachineClockOptions = {}) {
    this.#limitMs = options.limitMs ?? MAX_CLOCK_DIFFERENCE_MS
    this.#machine = options.machine ?? systemClock
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now())
  }

  now(): number {
    const wall = this.#machine.now()
    if (this.#last === null) return wall
    const databaseMs = this.#databaseMs(this.#last)
    return this.#isAllowed(differenceOf(wall, databaseMs, this.#last.tripMs)) ? wall : Math.floor(databaseMs)
  }

  /** To be called before the database is asked for its time, and what it answers with the answer, Unix milliseconds. */
  comparing(): (databaseMs: number) => void {
    const askedAt = this.#elapsedMs()
    return (databaseMs) => {
      const atMs = this.#elapsedMs()
      this.#last = { databaseMs, tripMs: atMs - askedAt, atMs }
      const comparison = this.comparison()
      for (const heard of this.#heard) heard(comparison)
    }
  }

  /** As of now, by the last answer. */
  comparison(): Comparison {
    if (this.#last === null) return { differenceMs: 0, isAllowed: true }
    const differenceMs = differenceOf(this.#machine.now(), this.#databaseMs(this.#last), this.#last.tripMs)
    return { differenceMs, isAllowed: this.#isAllowed(differenceMs) }
  }

  /** Throws `ClockDifferenceError` where the clocks differ too much. */
  demand(): void {
    const { differenceMs, isAllowed } = this.comparison()
    if (!isAllowed) throw new ClockDifferenceError(differenceMs)
  }

  /** The same, but only within a second of the last answer: whoever comes later asks the database again. */
  demandWhileKnown(): void {
    if (this.#last !== null && this.#elapsedMs() - this.#last.atMs < KNOWN_MS) this.demand()
  }

  /** Calls with each comparison. */
  onCompared(heard: (comparison: Comparison) => void): void {
    this.#heard.push(heard)
  }

  /** The least that the database's time can be now. */
  #databaseMs({ databaseMs, atMs }: Answer): number {
    return databaseMs + (this.#elapsedMs() - atMs)
  }

  #isAllowed(differenceMs: number): boolean {
    return Math.abs(differenceMs) <= this.#limitMs
  }
}

/** What is certain of it: the database's time is from `databaseMs` to `tripMs` later. */
function differenceOf(wall: number, databaseMs: number, tripMs: number): number {
  if (wall < databaseMs) return wall - databaseMs
  return Math.max(0, wall - databaseMs - tripMs)
}

const describe = (differenceMs: number): string =>
  `${(Math.abs(differenceMs) / SECOND_MS).toFixed(1)} seconds ${differenceMs > 0 ? 'ahead of' : 'behind'}`
