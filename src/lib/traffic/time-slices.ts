import { CallerGoneError } from './busy-error.ts'
import { TimeSliceQueue } from './time-slice-queue.ts'

/**
 * For how many milliseconds long work may keep the thread at a time. A request of somebody else may have to wait for several such slices,
 * between its steps.
 */
const SLICE_MS = 3

const line = new TimeSliceQueue()

interface SlicesOptions {
  /** Aborted when nobody waits for the long work any more. Absent: the work is always wanted. */
  readonly gone?: AbortSignal | undefined
  /** The account for which the long work is done. Accounts take turns. Absent: it is the node's own work. */
  readonly accountId?: string | undefined
  readonly nowMs?: () => number
}

/**
 * Divides long work into slices of some milliseconds, between which the thread does the other work of the node. Every loop over more than
 * some hundred items, or over items that take long, asks before each item: `if (slices.isOver) await slices.next()`. Time counts, not items,
 * because some items take a thousand times as long as others.
 */
export class LongWorkTimeSlices {
  readonly #gone: AbortSignal | undefined
  readonly #accountId: string
  readonly #nowMs: () => number
  #begunMs: number

  constructor({ gone, accountId = '', nowMs = () => performance.now() }: SlicesOptions = {}) {
    this.#gone = gone
    this.#accountId = accountId
    this.#nowMs = nowMs
    this.#begunMs = nowMs()
  }

  get isOver(): boolean {
    return this.#nowMs() - this.#begunMs >= SLICE_MS
  }

  /** Lets the thread do its other work, and begins the next slice of long work. Rejects once nobody waits for the work any more. */
  async next(): Promise<void> {
    await line.next(this.#accountId)
    if (this.#gone?.aborted === true) throw new CallerGoneError()
    this.#begunMs = this.#nowMs()
  }

  /** Runs the steps of a generator to their result, and begins the next slice between two steps where the present slice is over. */
  async finish<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      if (this.isOver) await this.next()
      const step = work.next()
      if (step.done === true) return step.value
    }
  }

  /** Yields the items one by one, and begins the next slice before an item where the present slice is over. */
  async *each<T>(items: Iterable<T>): AsyncGenerator<T> {
    for (const item of items) {
      if (this.isOver) await this.next()
      yield item
    }
  }
}
