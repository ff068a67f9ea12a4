import type { Command } from '../domain/batch/commands.ts'
import { flush, type Answer, type Claim, type FlushDeps } from './flush.ts'
import { isDatabaseUnavailable } from '../store/database-errors.ts'

/**
 * The authorization engine: turns many concurrent commands into few transactions.
 *
 * A command is in one of three places:
 * - **waiting** in the queue, from `submit` until a lane takes it. The queue is bounded: when it is full, `submit` is
 *   refused at once with `EngineBusyError`, so that an overload costs the callers a 503 and not their patience.
 * - **in flight** in a lane. A lane takes everything that waits, up to `maxBatch`, and runs it as one transaction: load
 *   and lock, decide, save, commit. While it runs, the next batch gathers: the batch grows with the load by itself, and
 *   no timer is needed. Lanes are few; two lanes that meet at one customer wait for each other at its lock.
 * - **answered**, only after the commit.
 *
 * When a batch fails because the database is away or late, all of it fails with that error: none of it is known to be
 * committed, and no approval may be answered. When it fails for any other reason, its commands are run again
 * one by one, so that a single bad command fails alone.
 *
 * `stop` refuses new commands, and resolves when all that were accepted are answered.
 */
export interface AuthorizationEngine {
  /** Resolves after the commit. Rejects with `EngineBusyError` or the database's error: nothing is then known to be done. */
  submit(command: Command, claim?: Claim | null): Promise<Answer>
  stop(): Promise<void>
}

/** Too much waits, or the engine is stopping. */
export class EngineBusyError extends Error {
  override name = 'EngineBusyError'
}

export interface EngineOptions {
  /** Commands that may wait. */
  readonly maxQueue: number
  /** Commands in one transaction. */
  readonly maxBatch: number
  /** Transactions at a time. */
  readonly lanes: number
}

/** Told of each batch: for metrics and for waking the dispatcher. */
export interface EngineObserver {
  committed(batch: { answers: readonly Answer[]; deliveries: number; durationMs: number }): void
  queued(length: number): void
}

interface Waiting {
  readonly command: Command
  readonly claim: Claim | null
  resolve(answer: Answer): void
  reject(error: Error): void
}

export function createEngine(deps: FlushDeps, options: EngineOptions, observer: EngineObserver): AuthorizationEngine {
  const queue: Waiting[] = []
  let busyLanes = 0
  let gathering = false
  let stopping = false
  let whenIdle: (() => void) | null = null

  const submit = (command: Command, claim: Claim | null = null): Promise<Answer> => {
    if (stopping) return Promise.reject(new EngineBusyError('The engine is stopping.'))
    if (queue.length >= options.maxQueue) return Promise.reject(new EngineBusyError('The engine has too much to do.'))
    return new Promise((resolve, reject) => {
      queue.push({ command, claim, resolve, reject })
      gather()
    })
  }

  /** Lets the requests that arrive in the same turn of the event loop travel in one batch. */
  const gather = () => {
    if (gathering || busyLanes >= options.lanes) return
    gathering = true
    setImmediate(() => {
      gathering = false
      startLanes()
    })
  }

  const startLanes = () => {
    while (busyLanes < options.lanes && queue.length > 0) {
      busyLanes += 1
      observer.queued(queue.length)
      void runLane(queue.splice(0, options.maxBatch))
    }
  }

  const runLane = async (batch: Waiting[]) => {
    await settleBatch(batch)
    busyLanes -= 1
    if (queue.length > 0) gather()
    else if (busyLanes === 0) whenIdle?.()
  }

  const settleBatch = async (batch: Waiting[]): Promise<void> => {
    const started = performance.now()
    try {
      const { answers, deliveries } = await flush(deps, batch)
      observer.committed({ answers, deliveries, durationMs: performance.now() - started })
      batch.forEach((waiting, index) => waiting.resolve(answers[index] as Answer))
    } catch (error) {
      if (batch.length > 1 && !isDatabaseUnavailable(error)) {
        for (const waiting of batch) await settleBatch([waiting])
      } else for (const waiting of batch) waiting.reject(error as Error)
    }
  }

  const stop = async () => {
    stopping = true
    if (busyLanes === 0 && queue.length === 0) return
    await new Promise<void>((resolve) => (whenIdle = resolve))
  }

  return { submit, stop }
}
