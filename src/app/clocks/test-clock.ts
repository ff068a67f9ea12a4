import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import type { TestClockControl } from '../../services/request/context.ts'

/** Work that falls due with time: sweeps, webhook deliveries. */
export interface ScheduledNodeWork {
  /** The next time at which this work falls due, in Unix milliseconds. Null: nothing will fall due. */
  nextDueAt(): Promise<number | null>
  /** Does the scheduled work that is due now, such as sweeps and deliveries. Resolves when that work is done. */
  runDue(): Promise<void>
}

/** How many times work that fails because of the database is tried, with `PAUSE_MS` between two tries: ten seconds of real time in all. */
const TRIES = 40
const PAUSE_MS = 250

export interface TestClockOptions {
  /** The test clock's time, in Unix milliseconds. */
  readonly now: number
  /**
   * Stores the test clock's time, so that a restart continues from it. It is called before the clock moves, so no row is ever made later
   * than the stored time.
   */
  readonly keep: (now: number) => Promise<void>
}

/** A test clock, which moves only when a caller advances it (contract, section 11). */
export class NodeTestClock implements Clock, TestClockControl {
  #now: number
  readonly #keep: TestClockOptions['keep']
  #works: readonly ScheduledNodeWork[] = []
  #nothingDueBefore = Number.NEGATIVE_INFINITY
  #moving: Promise<unknown> = Promise.resolve()

  constructor({ now, keep }: TestClockOptions) {
    this.#now = now
    this.#keep = keep
  }

  now(): number {
    return this.#now
  }

  /** Sets the work (sweeps, deliveries) that the test clock does while its time passes. */
  drive(works: readonly ScheduledNodeWork[]): void {
    this.#works = works
  }

  /**
   * Moves the test clock's time, stopping at each time at which something falls due, so that the work sees the time at which it is due: a
   * retry after five minutes is sent at five minutes, though one call moves the clock by an hour. Two calls at once are executed one after
   * the other. Resolves to the new time.
   */
  advance(ms: number): Promise<number> {
    const moved = this.#moving.then(() => this.#advanceTo(this.#now + ms))
    this.#moving = moved.catch(() => undefined)
    return moved
  }

  /**
   * Moves time to a moment, in Unix milliseconds, and does what falls due until then, as `advance` does. It is for callers that take
   * thousands of small steps: the works are asked for their next time only when something may be due. `leastLife`: the caller makes nothing
   * that falls due sooner than this many milliseconds later.
   */
  async walkTo(moment: number, leastLife: number): Promise<void> {
    if (moment >= this.#nothingDueBefore) {
      const due = await this.#patiently(() => this.#nextDue())
      if (due !== null && due <= moment) await this.advance(moment - this.#now)
      const next = await this.#patiently(() => this.#nextDue())
      this.#nothingDueBefore = Math.min(next ?? Number.POSITIVE_INFINITY, this.#now + leastLife)
    }
    await this.#moveTo(moment)
  }

  async #advanceTo(target: number): Promise<number> {
    for (;;) {
      await this.#patiently(() => this.#runDue())
      const due = await this.#patiently(() => this.#nextDue())
      // Work that is still due after it ran cannot be done now, for instance because another node has leased a delivery. The test clock
      // moves on without it.
      if (due === null || due > target || due <= this.#now) break
      await this.#moveTo(due)
    }
    await this.#moveTo(target)
    await this.#patiently(() => this.#runDue())
    return this.#now
  }

  async #moveTo(moment: number): Promise<void> {
    await this.#patiently(() => this.#keep(moment))
    this.#now = moment
  }

  /**
   * Repeats work of the test clock that the database fails, for ten seconds. A caller that got an error would move the clock once more, and
   * then be further ahead than it meant to.
   */
  async #patiently<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run()
      } catch (error) {
        if (attempt === TRIES) throw error
        await delay(PAUSE_MS)
      }
    }
  }

  async #runDue(): Promise<void> {
    for (const work of this.#works) await work.runDue()
  }

  async #nextDue(): Promise<number | null> {
    const moments = await Promise.all(this.#works.map((work) => work.nextDueAt()))
    return moments.reduce((next, at) => (at !== null && (next === null || at < next) ? at : next), null)
  }
}
