import { type Clock, MAX_CLOCK_DIFFERENCE_MS, SECOND_MS, systemClock } from './clock.ts'

/** For how many milliseconds the last comparison of the clocks may refuse a batch without asking the database again. */
const KNOWN_MS = SECOND_MS

/** The error where this machine's clock differs from the database's by more than is allowed. Nothing was stored. */
export class ClockDifferenceError extends Error {
  override name = 'ClockDifferenceError'
  /** By how many milliseconds this machine's clock is ahead of the database's. Below 0: it is behind. */
  readonly differenceMs: number

  constructor(differenceMs: number) {
    super(`The clock of this machine is ${describe(differenceMs)} the clock of the database.`)
    this.differenceMs = differenceMs
  }
}

export interface ClockComparison {
  /**
   * By how many milliseconds this machine's clock is ahead of the database's. Below 0: it is behind. 0: the clocks differ by less than the
   * database's answer took.
   */
  readonly differenceMs: number
  readonly isAllowed: boolean
}

export interface MachineClockOptions {
  /** By how many milliseconds the clocks of machine and database may differ, in either direction. */
  readonly limitMs?: number
  /** The clock of this machine. Default: the system's. */
  readonly machine?: Clock
  /** A counter of milliseconds that is never set: only differences between its values have a meaning. */
  readonly elapsedMs?: () => number
}

/** An answer of the database to the question for its time. */
interface Answer {
  /** The time in the database's answer, in Unix milliseconds. When the answer came, the database's time was this or later. */
  readonly databaseMs: number
  /**
   * How long the database's answer took, in milliseconds. When the answer came, the database's time was later than `databaseMs` by at most
   * this.
   */
  readonly tripMs: number
  /** When the database's answer came, in milliseconds of `elapsedMs`. */
  readonly atMs: number
}

/**
 * The clock of this machine, as long as the database's clock agrees with it. Each transaction that stores something first compares the two
 * clocks, in a round trip that it makes anyway, and fails where they differ by more than is allowed (`demand`).
 *
 * Times are also read outside of such transactions, and the machine's clock may be set at any moment. Therefore the database's last answer
 * and the milliseconds since then, by a counter that is never set (`elapsedMs`), give the database's time. `now` answers that time where
 * the machine's time differs from it by more than is allowed. So no row gets its time from a clock that was wrong for an instant.
 */
export class MachineClock implements Clock {
  readonly #limitMs: number
  readonly #machine: Clock
  readonly #elapsedMs: () => number
  readonly #heard: ((comparison: ClockComparison) => void)[] = []
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

  /**
   * Begins a comparison of the clocks. To be called before the database is asked for its time. Returns a function that is to be called with
   * the database's answer, in Unix milliseconds.
   */
  comparing(): (databaseMs: number) => void {
    const askedAt = this.#elapsedMs()
    return (databaseMs) => {
      const atMs = this.#elapsedMs()
      this.#last = { databaseMs, tripMs: atMs - askedAt, atMs }
      const comparison = this.comparison()
      for (const heard of this.#heard) heard(comparison)
    }
  }

  /** By how much the clocks of machine and database differ now, computed from the database's last answer. Before the first answer: by 0. */
  comparison(): ClockComparison {
    if (this.#last === null) return { differenceMs: 0, isAllowed: true }
    const differenceMs = differenceOf(this.#machine.now(), this.#databaseMs(this.#last), this.#last.tripMs)
    return { differenceMs, isAllowed: this.#isAllowed(differenceMs) }
  }

  /** Throws `ClockDifferenceError` where the clocks of machine and database differ too much. */
  demand(): void {
    const { differenceMs, isAllowed } = this.comparison()
    if (!isAllowed) throw new ClockDifferenceError(differenceMs)
  }

  /**
   * Throws `ClockDifferenceError` like `demand`, but only within a second of the database's last answer. Later the caller has to ask the
   * database again.
   */
  demandWhileKnown(): void {
    if (this.#last !== null && this.#elapsedMs() - this.#last.atMs < KNOWN_MS) this.demand()
  }

  /** Calls `heard` after each comparison of this machine's clock with the database's. */
  onCompared(heard: (comparison: ClockComparison) => void): void {
    this.#heard.push(heard)
  }

  /** The earliest that the database's time can be now. */
  #databaseMs({ databaseMs, atMs }: Answer): number {
    return databaseMs + (this.#elapsedMs() - atMs)
  }

  #isAllowed(differenceMs: number): boolean {
    return Math.abs(differenceMs) <= this.#limitMs
  }
}

/** By how many milliseconds the machine's time `wall` differs at least from a time between `databaseMs` and `databaseMs + tripMs`. */
function differenceOf(wall: number, databaseMs: number, tripMs: number): number {
  if (wall < databaseMs) return wall - databaseMs
  return Math.max(0, wall - databaseMs - tripMs)
}

const describe = (differenceMs: number): string =>
  `${(Math.abs(differenceMs) / SECOND_MS).toFixed(1)} seconds ${differenceMs > 0 ? 'ahead of' : 'behind'}`
