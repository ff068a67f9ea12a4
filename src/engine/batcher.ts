import { setImmediate as nextTurn } from 'node:timers/promises'
import { answerStepDeadlinesMs } from '../lib/traffic/deadlines.ts'
import { createBatchLatency } from '../lib/traffic/batch-latency.ts'
import { assert } from '../lib/assert.ts'
import { ServiceBusyError } from '../lib/traffic/busy-error.ts'
import { beginTracedBatchWait, endTracedBatchWait } from '../lib/tracing.ts'
import { ModeWithAllowedChanges } from '../lib/traffic/modes.ts'
import { runBatchWithRecovery, type BatchRecovery } from './recovery.ts'
import type { EngineAnswer, SubmittedEngineCommand, QueuedEngineCommand } from './submitted.ts'

export interface BatcherOptions {
  /** The most commands that may wait for a batch. Further commands are refused with `ServiceBusyError`. */
  readonly maxQueue: number
  /** The most commands that one database transaction may have. */
  readonly maxBatch: number
  /**
   * The most transactions that may run at a time. More than one is useful: while the database works on one, another is decided or answered.
   */
  readonly maxInFlight: number
}

export interface BatcherDeps extends Pick<BatchRecovery, 'run' | 'blockedOf'> {
  /** Returns the time in milliseconds by a monotonic clock. */
  readonly nowMs?: () => number
}

/**
 * The fewest commands that a batch takes while more are waiting. Each batch costs two round trips and a commit, which is too much for fewer
 * commands.
 */
const LEAST_SHARE = 32
/**
 * Even if earlier batches were slow, a command is not refused before it has waited for this many milliseconds, because its own batch shows
 * whether the database is quick again.
 */
const ALWAYS_AWAITED_MS = 100

/**
 * The mode of a batcher. `idle`: it does nothing. `gathering`: no batch is in flight, and the first commands wait for others of the same
 * turn of the event loop. `running`: batches are in flight. `answering`: no batch is in flight, no command waits, and the callers of the
 * last batch are still being answered.
 */
type Mode = 'idle' | 'gathering' | 'running' | 'answering'
const ALLOWED: Readonly<Record<Mode, readonly Mode[]>> = {
  idle: ['gathering'],
  gathering: ['running', 'answering', 'idle'], // the last two if every gathered command was refused as too late
  running: ['answering'],
  answering: ['gathering', 'idle'],
}

/**
 * Turns the queue of commands into batches. A command is **waiting** from `submit` until a batch takes it, **in flight** while
 * its batch runs, and **answered** when the batch has committed and the next one has begun, so that the database works while
 * answers are written.
 *
 * Several batches may be in flight, each with customers of its own: a command for a customer of a batch in flight waits in the batcher,
 * and not for the customer's lock in the database. Each batch takes an equal share of the waiting commands, or all of them if they are of
 * one customer. An idle batcher begins a batch when a turn of the event loop has brought no further command, so that commands that arrive
 * together share a transaction. A busy batcher begins a batch as soon as a full share waits, or when a batch has ended.
 */
export class EngineBatcher {
  readonly #deps: Required<BatcherDeps>
  readonly #options: BatcherOptions
  readonly #latency: ReturnType<typeof createBatchLatency>
  #waiting: QueuedEngineCommand[] = []
  /** The batches in flight, each with the ids of its customers. */
  readonly #inFlight = new Map<readonly QueuedEngineCommand[], ReadonlySet<string>>()
  readonly #modes = new ModeWithAllowedChanges<Mode>('idle', ALLOWED)
  #unanswered = 0
  #whenIdle: (() => void)[] = []

  constructor(deps: BatcherDeps, options: BatcherOptions) {
    this.#deps = { nowMs: () => performance.now(), ...deps }
    this.#options = options
    this.#latency = createBatchLatency(this.#deps.nowMs, options)
  }

  /**
   * Resolves with the answer after the command's batch has committed. Rejects with `ServiceBusyError` if the queue is full or the answer would
   * come too late: at once if that can be foreseen, so that an overloaded service answers 503 without delay. If the batch fails, it rejects
   * with the error that `runBatchWithRecovery` gives this caller.
   */
  submit(submitted: SubmittedEngineCommand): Promise<EngineAnswer> {
    const { maxQueue, maxBatch } = this.#options
    const isFull = this.#waiting.length >= maxQueue
    if (isFull || this.#latency.waitMs(Math.floor(this.#waiting.length / maxBatch)) > answerStepDeadlinesMs.queue) {
      return Promise.reject(new ServiceBusyError('queue_full', 'The engine has too much to do.'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...submitted, resolve, reject, sinceMs: this.#deps.nowMs(), wait: beginTracedBatchWait() })
      if (this.#modes.current === 'running') this.#begin()
      else if (this.#modes.current !== 'gathering') void this.#gather()
    })
  }

  /** How many commands wait for a batch. */
  get length(): number {
    return this.#waiting.length
  }

  get isBusy(): boolean {
    return this.#modes.current !== 'idle'
  }

  /** Resolves when no command waits, no batch is in flight and every caller is answered. */
  idle(): Promise<void> {
    return this.isBusy ? new Promise((resolve) => this.#whenIdle.push(resolve)) : Promise.resolve()
  }

  async #gather(): Promise<void> {
    this.#modes.become('gathering')
    for (let known = 0; this.#waiting.length > known && this.#waiting.length < this.#options.maxBatch;) {
      known = this.#waiting.length
      await nextTurn()
    }
    this.#begin()
  }

  /** Begins as many batches as `maxInFlight` and the number of waiting commands allow now. */
  #begin(): void {
    while (this.#inFlight.size < this.#options.maxInFlight) {
      const taken = this.#take()
      if (taken.length === 0) break
      const batch = taken.filter(this.#isAwaited(this.#latency.nextMs()))
      if (batch.length > 0) void this.#run(batch)
    }
    this.#updateMode()
  }

  #updateMode(): void {
    const mode = this.#modeOfNow()
    if (mode !== this.#modes.current) this.#modes.become(mode)
    assert(mode === 'running' || this.#waiting.length === 0, 'nothing waits while nothing is in flight')
    if (mode === 'idle') for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #modeOfNow(): Mode {
    if (this.#inFlight.size > 0) return 'running'
    return this.#unanswered > 0 ? 'answering' : 'idle'
  }

  /**
   * Takes the commands of the next batch out of the queue. It takes none if another batch is in flight and the next one would have fewer
   * commands than a share.
   */
  #take(): readonly QueuedEngineCommand[] {
    const share = this.#share()
    const least = this.#inFlight.size === 0 ? 1 : Math.floor(share)
    if (this.#waiting.length < least) return []
    const free = this.#waiting.filter(({ levels }) => !this.#isInFlight(levels?.customerId))
    if (free.length < least) return []
    const taken = new Set(free.slice(0, isOfOneCustomer(free) ? this.#options.maxBatch : Math.ceil(share)))
    this.#waiting = this.#waiting.filter((waiting) => !taken.has(waiting))
    return [...taken]
  }

  #isInFlight(customerId: string | undefined): boolean {
    if (customerId === undefined) return false
    for (const customers of this.#inFlight.values()) if (customers.has(customerId)) return true
    return false
  }

  /**
   * Returns how many commands the next batch should have. The number may have a fraction: of an odd number of commands, both halves count
   * as a full share.
   */
  #share(): number {
    const inFlight = [...this.#inFlight.keys()].reduce((sum, { length }) => sum + length, 0)
    const { maxBatch, maxInFlight } = this.#options
    return Math.min(maxBatch, Math.max(LEAST_SHARE, (inFlight + this.#waiting.length) / maxInFlight))
  }

  async #run(batch: readonly QueuedEngineCommand[]): Promise<void> {
    this.#unanswered += 1
    this.#inFlight.set(batch, new Set(batch.flatMap(({ levels }) => levels?.customerId ?? [])))
    const ends = this.#latency.begins()
    const answer = await runBatchWithRecovery(batch, {
      run: (commands) => this.#deps.run(commands),
      blockedOf: (customerIds) => this.#deps.blockedOf(customerIds),
      isAwaited: this.#isAwaited(0),
    })
    ends()
    this.#inFlight.delete(batch)
    this.#begin()
    await nextTurn()
    answer()
    this.#unanswered -= 1
    if (this.#modes.current !== 'gathering') this.#begin()
  }

  /**
   * Makes a test of waiting commands. `expectedMs`: how long their batch is expected to take. The test returns false for a command whose
   * answer would come later than `deadlines.command`, because the database has become slower since the command was queued. It refuses such
   * a command with `ServiceBusyError`.
   */
  #isAwaited(expectedMs: number): (waiting: QueuedEngineCommand) => boolean {
    return ({ sinceMs, reject, wait }) => {
      const waitedMs = this.#deps.nowMs() - sinceMs
      if (waitedMs <= Math.max(ALWAYS_AWAITED_MS, answerStepDeadlinesMs.command - expectedMs)) return true
      const error = new ServiceBusyError('database_unavailable', 'The database did not answer in time.')
      endTracedBatchWait(wait, error)
      reject(error)
      return false
    }
  }
}

function isOfOneCustomer(waiting: readonly QueuedEngineCommand[]): boolean {
  const first = waiting[0]?.levels?.customerId
  return waiting.every(({ levels }) => levels?.customerId === first)
}
