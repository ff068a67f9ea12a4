import { NobodyWaitsError } from './busy-error.ts'

/** For how many milliseconds work may keep the thread at a time. */
const SLICE_MS = 10

interface SlicesOptions {
  /** Aborted when nobody waits for the work any more. Absent: it is always wanted. */
  readonly gone?: AbortSignal | undefined
  readonly nowMs?: () => number
}

/**
 * Divides long work into slices of some milliseconds, between which the thread does the other work of the node. Every loop over more than
 * some hundred items asks after each item: `if (slices.isOver) await slices.next()`. Time counts, not items, because some items take a
 * thousand times as long as others.
 */
export class TimeSlices {
  readonly #gone: AbortSignal | undefined
  readonly #nowMs: () => number
  #begunMs: number

  constructor({ gone, nowMs = () => performance.now() }: SlicesOptions = {}) {
    this.#gone = gone
    this.#nowMs = nowMs
    this.#begunMs = nowMs()
  }

  get isOver(): boolean {
    return this.#nowMs() - this.#begunMs >= SLICE_MS
  }

  /** Lets the thread do its other work, and begins the next slice. Rejects once nobody waits for the work any more. */
  async next(): Promise<void> {
    await nextSlice()
    if (this.#gone?.aborted === true) throw new NobodyWaitsError()
    this.#begunMs = this.#nowMs()
  }

  /** Takes the steps of work until it has its result, and begins the next slice between two of them where it is time. */
  async finish<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = work.next()
      if (step.done === true) return step.value
      if (this.isOver) await this.next()
    }
  }

  /** Yields the items one by one, and begins the next slice between two of them where it is time. */
  async *each<T>(items: Iterable<T>): AsyncGenerator<T> {
    for (const item of items) {
      yield item
      if (this.isOver) await this.next()
    }
  }
}

const waiting: (() => void)[] = []

/** Long works of a node take turns: in each turn of the event loop one of them begins a slice, so that ten take no more of the thread than one. */
const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(beginSlice)
  })

function beginSlice(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(beginSlice)
}
