import { setImmediate as nextTurn } from 'node:timers/promises'
import { deadlines } from '../lib/traffic/deadlines.ts'
import { createBatchLatency } from '../lib/traffic/batch-latency.ts'
import { assert } from '../lib/assert.ts'
import { BusyError } from '../lib/traffic/busy-error.ts'
import { Modes } from '../lib/traffic/modes.ts'
import { recover, type Recovery } from './recovery.ts'
import type { Answer, Submitted, Waiting } from './submitted.ts'

export interface BatcherOptions {
  /** Commands that may wait. */
  readonly maxQueue: number
  /** Commands in one transaction. */
  readonly maxBatch: number
  /** Transactions at a time: while the database works on one, another is decided or answered. */
  readonly maxInFlight: number
}

export interface BatcherDeps extends Pick<Recovery, 'run' | 'blockedOf'> {
  readonly nowMs?: () => number
}

/** A batch leaves others to the next one, but not for less: each has costs of its own. */
const LEAST_SHARE = 32
/** Whoever has waited less finds out how the database is, however slow it was. */
const ALWAYS_AWAITED_MS = 100

/**
 * `gathering`: nothing is in flight, and the first commands wait for those of the same turn. `running`: batches are in flight.
 * `answering`: none is, nothing waits, and the last ones are still being answered.
 */
type Mode = 'idle' | 'gathering' | 'running' | 'answering'
const ALLOWED: Readonly<Record<Mode, readonly Mode[]>> = {
  idle: ['gathering'],
  gathering: ['running', 'answering', 'idle'], // not running, where all that was gathered came too late
  running: ['answering'],
  answering: ['gathering', 'idle'],
}

/**
 * The queue of the engine, and the batches that it becomes. A command is **waiting**, from `submit` until a batch takes it;
 * **in flight**, while its batch runs; **answered**, when the batch has committed and the next one has begun: the database
 * works while answers are written.
 *
 * Several batches may be in flight, over customers of their own: whoever waits for a customer of another one waits here and not
 * at its lock. Each takes its share of what is here, so that they are about alike; where all of it is one customer's, everything. An
 * idle batcher begins when a turn of the event loop has brought nothing more: callers that come together travel together. A
 * busy one begins as soon as there is a full share, or a batch has ended.
 */
export class Batcher {
  readonly #deps: Required<BatcherDeps>
  readonly #options: BatcherOptions
  readonly #latency: ReturnType<typeof createBatchLatency>
  #waiting: Waiting[] = []
  /** Each with its customers. */
  readonly #inFlight = new Map<readonly Waiting[], ReadonlySet<string>>()
  readonly #modes = new Modes<Mode>('idle', ALLOWED)
  #unanswered = 0
  #whenIdle: (() => void)[] = []

  constructor(deps: BatcherDeps, options: BatcherOptions) {
    this.#deps = { nowMs: () => performance.now(), ...deps }
    this.#options = options
    this.#latency = createBatchLatency(this.#deps.nowMs)
  }

  /** Refused at once where the answer would come too late: an overload costs the callers a 503 and not their patience. */
  submit(submitted: Submitted): Promise<Answer> {
    const { maxQueue, maxBatch } = this.#options
    const isFull = this.#waiting.length >= maxQueue
    if (isFull || this.#latency.waitMs(Math.floor(this.#waiting.length / maxBatch)) > deadlines.queue) {
      return Promise.reject(new BusyError('queue_full', 'The engine has too much to do.'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...submitted, resolve, reject, sinceMs: this.#deps.nowMs() })
      if (this.#modes.current === 'running') this.#begin()
      else if (this.#modes.current !== 'gathering') void this.#gather()
    })
  }

  get length(): number {
    return this.#waiting.length
  }

  get isBusy(): boolean {
    return this.#modes.current !== 'idle'
  }

  /** Resolves when nothing waits and nothing is in flight. */
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

  /** Begins what may go now, and says what the batcher does then. */
  #begin(): void {
    while (this.#inFlight.size < this.#options.maxInFlight) {
      const taken = this.#take()
      if (taken.length === 0) break
      const batch = taken.filter(this.#isAwaited(this.#latency.nextMs()))
      if (batch.length > 0) void this.#run(batch)
    }
    this.#settle()
  }

  #settle(): void {
    const mode = this.#modeOfNow()
    if (mode !== this.#modes.current) this.#modes.become(mode)
    assert(mode === 'running' || this.#waiting.length === 0, 'nothing waits while nothing is in flight')
    if (mode === 'idle') for (const resolve of this.#whenIdle.splice(0)) resolve()
  }

  #modeOfNow(): Mode {
    if (this.#inFlight.size > 0) return 'running'
    return this.#unanswered > 0 ? 'answering' : 'idle'
  }

  /** What may go now; nothing while it would be less than its share and another batch is in flight. */
  #take(): readonly Waiting[] {
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

  /** Not rounded: of an odd number, the smaller half is a share too. */
  #share(): number {
    const inFlight = [...this.#inFlight.keys()].reduce((sum, { length }) => sum + length, 0)
    const { maxBatch, maxInFlight } = this.#options
    return Math.min(maxBatch, Math.max(LEAST_SHARE, (inFlight + this.#waiting.length) / maxInFlight))
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    this.#unanswered += 1
    this.#inFlight.set(batch, new Set(batch.flatMap(({ levels }) => levels?.customerId ?? [])))
    this.#latency.begins()
    const answer = await recover(batch, {
      run: (part) => this.#deps.run(part),
      blockedOf: (customerIds) => this.#deps.blockedOf(customerIds),
      isAwaited: this.#isAwaited(0),
    })
    this.#latency.ends()
    this.#inFlight.delete(batch)
    this.#begin()
    await nextTurn()
    answer()
    this.#unanswered -= 1
    if (this.#modes.current !== 'gathering') this.#begin()
  }

  /** Refuses whose answer would come too late, should it take so long: the database was slower than it had been. */
  #isAwaited(expectedMs: number): (waiting: Waiting) => boolean {
    return ({ sinceMs, reject }) => {
      const waitedMs = this.#deps.nowMs() - sinceMs
      const isLate = waitedMs > Math.max(ALWAYS_AWAITED_MS, deadlines.command - expectedMs)
      if (isLate) reject(new BusyError('database_unavailable', 'The database did not answer in time.'))
      return !isLate
    }
  }
}

function isOfOneCustomer(waiting: readonly Waiting[]): boolean {
  const first = waiting[0]?.levels?.customerId
  return waiting.every(({ levels }) => levels?.customerId === first)
}
