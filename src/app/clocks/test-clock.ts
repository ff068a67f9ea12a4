import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../lib/clock.ts'
import type { TestClockControl } from '../../services/request/context.ts'

/** Work that falls due with time: sweeps, webhook deliveries. */
export interface DueWork {
  /** The next moment at which something falls due, Unix milliseconds, or null. */
  nextDueAt(): Promise<number | null>
  /** Does everything that is due now, and returns when it is done. */
  runDue(): Promise<void>
}

/** Work that the database puts off is tried again for ten seconds of real time. */
const TRIES = 40
const PAUSE_MS = 250

export interface TestClockOptions {
  /** Where it stands, Unix milliseconds. */
  readonly now: number
  /** Stores where it stands, so that a restart finds it there. Called before the moment begins: nothing is ever made after it. */
  readonly keep: (now: number) => Promise<void>
}

/** A clock that moves only when it is told to (contract, section 11). */
export class TestClock implements Clock, TestClockControl {
  #now: number
  readonly #keep: TestClockOptions['keep']
  #works: readonly DueWork[] = []
  #nothingDueBefore = Number.NEGATIVE_INFINITY
  #moving: Promise<unknown> = Promise.resolve()

  constructor({ now, keep }: TestClockOptions) {
    this.#now = now
    this.#keep = keep
  }

  now(): number {
    return this.#now
  }

  /** What to run while time passes. */
  drive(works: readonly DueWork[]): void {
    this.#works = works
  }

  /**
   * Moves time, stopping at each moment at which something falls due, so that what is done at that moment sees that
   * moment: a retry after five minutes is sent at five minutes, though an hour passes in one call. Two calls at once are
   * taken one after the other.
   */
  advance(ms: number): Promise<number> {
    const moved = this.#moving.then(() => this.#advanceTo(this.#now + ms))
    this.#moving = moved.catch(() => undefined)
    return moved
  }

  /**
   * Moves time to a moment, Unix milliseconds, and does what falls due until then, as `advance` does, for whoever takes thousands of
   * small steps: the works are asked only when something may be due. `leastLife`: nothing that is made meanwhile ends sooner, ms.
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
      // What is still due now cannot be done now (a receiver's lease, for instance): time goes on without it.
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

  /** Whoever moves the clock and gets an error would move it again, and then stand further on than meant. */
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
