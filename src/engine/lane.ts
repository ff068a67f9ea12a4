import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../store/database-errors.ts'
import { createPace } from './pace.ts'
import type { Answer, Flushed, Submitted } from './flush.ts'

/** Too much waits, or the engine is stopping. */
export class EngineBusyError extends Error {
  override name = 'EngineBusyError'
}

export interface LaneOptions {
  /** Commands that may wait in the lane. */
  readonly maxQueue: number
  /** Commands in one transaction. */
  readonly maxBatch: number
}

/** A command that is expected to wait longer for its answer is refused at once. */
const LONGEST_WAIT_MS = 650
/**
 * One that turns out to get its answer later, should the next batch take as long as the last, is not done any more: under
 * overload, too, an answer comes within a second.
 */
const LATEST_ANSWER_MS = 900
/** Whoever has waited less finds out how the database is, however slow it was. */
const ALWAYS_AWAITED_MS = 100

/** Runs a batch as one transaction. Resolves after the commit. */
export type Flush = (batch: readonly Submitted[]) => Promise<Flushed>

/** One queue and one transaction at a time. See engine.ts for what its states are. */
export interface Lane {
  submit(submitted: Submitted): Promise<Answer>
  /** Commands that wait. */
  length(): number
  isBusy(): boolean
  /** Resolves when nothing waits and nothing is in flight. */
  idle(): Promise<void>
}

interface Waiting extends Submitted {
  /** `performance.now()` when it came. */
  readonly sinceMs: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

export function createLane(flush: Flush, options: LaneOptions, nowMs = () => performance.now()): Lane {
  const queue: Waiting[] = []
  const pace = createPace(nowMs)
  let running = false
  const whenIdle: (() => void)[] = []

  const submit = (submitted: Submitted): Promise<Answer> => {
    const isFull = queue.length >= options.maxQueue
    if (isFull || pace.waitMs(Math.floor(queue.length / options.maxBatch)) > LONGEST_WAIT_MS) {
      return Promise.reject(new EngineBusyError('The engine has too much to do.'))
    }
    return new Promise((resolve, reject) => {
      queue.push({ ...submitted, resolve, reject, sinceMs: nowMs() })
      if (running) return
      running = true
      setImmediate(() => void run()) // what arrives in the same turn of the event loop travels in the first batch
    })
  }

  /** The next transaction begins before the callers of the last one are answered: the database works meanwhile. */
  const run = async (): Promise<void> => {
    let answer = nobody
    await gathered()
    while (queue.length > 0) {
      const settled = settle(queue.splice(0, options.maxBatch).filter(isAwaited))
      await nextTurn()
      answer()
      answer = await settled
    }
    answer()
    running = false
    for (const resolve of whenIdle.splice(0)) resolve()
  }

  /** Resolves when a turn of the event loop has brought nothing more: callers that come together travel together. */
  const gathered = async (): Promise<void> => {
    for (let known = 0; queue.length > known && queue.length < options.maxBatch;) {
      known = queue.length
      await nextTurn()
    }
  }

  /** Refuses whose answer would come too late, behind a database that was slower than it had been. */
  const isAwaited = ({ sinceMs, reject }: Waiting): boolean => {
    const waitedMs = nowMs() - sinceMs
    const isLate = waitedMs > Math.max(ALWAYS_AWAITED_MS, LATEST_ANSWER_MS - pace.lastMs())
    if (isLate) reject(new EngineBusyError('The database did not answer in time.'))
    return !isLate
  }

  /** Runs a batch. Answers how to tell its callers what came of it. */
  const settle = async (batch: readonly Waiting[]): Promise<() => void> => {
    if (batch.length === 0) return nobody
    pace.begins()
    try {
      const { answers } = await flush(batch)
      pace.ends()
      return () => batch.forEach((waiting, index) => waiting.resolve(answers[index] as Answer))
    } catch (error) {
      pace.ends()
      if (batch.length > 1 && !isDatabaseUnavailable(error)) return await settleEach(batch)
      return () => batch.forEach((waiting) => waiting.reject(error as Error))
    }
  }

  const settleEach = async (batch: readonly Waiting[]): Promise<() => void> => {
    for (const waiting of batch) (await settle([waiting]))()
    return nobody
  }

  return {
    submit,
    length: () => queue.length,
    isBusy: () => running,
    idle: () => (running ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve()),
  }
}

const nobody = (): void => undefined
