import { isStep, type Command } from '../domain/batch/commands.ts'
import type { Patience } from '../store/authorization-batch/begin.ts'
import { Copies } from '../store/authorization-batch/copies.ts'
import { Pipeline } from '../store/authorization-batch/pipeline.ts'
import { lockedElsewhere } from '../store/authorization-batch/locked-elsewhere.ts'
import { SubscribersByAccount } from '../store/authorization-batch/subscribers-by-account.ts'
import { PolicyVersions } from '../store/policy-versions.ts'
import { Contention } from './contention.ts'
import { EngineBusyError } from './engine-busy-error.ts'
import { afterCommit, flush, type Answer, type Claim, type Flushed, type FlushDeps } from './flush.ts'
import { createLane, type LaneOptions } from './lane.ts'

/**
 * The authorization engine: turns many concurrent commands into few transactions.
 *
 * A command is in one of three places:
 * - **waiting** in the queue of a lane, from `submit` until the lane takes it. Queues are bounded: when one is full,
 *   `submit` is refused at once with `EngineBusyError`, so that an overload costs the callers a 503 and not their patience.
 * - **in flight**. A lane takes what waits, up to `maxBatch`, and runs it as one transaction: lock, decide, save, commit.
 *   While it runs the next batch gathers: batches grow with the load, and no timer is needed. An idle lane begins when a
 *   turn of the event loop has brought nothing more, a busy one as soon as the last batch ended.
 * - **answered**, only after the commit, and when the next batch has begun: the database works while answers are written.
 *
 * A batch goes one of two ways (`flush.ts`). **Read**: its customers are locked, what this node has no true copy of is read
 * under the locks, then it is decided and saved; nothing follows it before it has ended. **Foreseen**: it is decided at
 * once, on what this node's batches have left behind, those in flight included, and sent whole: locks, a check under them
 * that all is as foreseen, writes, commit. The next batch is decided meanwhile and sent behind it on the same connection.
 * Where the check fails, or a reference or key was used before, all of it is rolled back and it goes the other way.
 *
 * Lanes run side by side, so that one decides while another waits for its commit. Purchases of one customer go to one
 * lane, as far as the node knows the customer, because they would only wait for each other at its lock. That is a matter of
 * speed alone: the lock is what keeps limits, between lanes and between nodes.
 *
 * When a batch fails because the database is away or late, all of it fails with that error: none of it is known to be
 * committed, and no approval may be answered; nor is any of it run again, for it may have been. Where the server has said
 * that nothing was done, it goes on. Behind a lock that somebody else keeps for long, those whom it holds up are refused
 * (`contention.ts`) and the others run again. After any other fault the halves of the batch are run again, and theirs, so
 * that a single bad command fails alone.
 *
 * `stop` refuses new commands, and resolves when all that were accepted are answered.
 */
export interface AuthorizationEngine {
  /** Resolves after the commit. Rejects with `EngineBusyError` or the database's error: nothing is then known to be done. */
  submit(command: Command, claim?: Claim | null): Promise<Answer>
  /** Whether commands wait or are in flight. */
  isBusy(): boolean
  stop(): Promise<void>
}

/** Longer than a batch of another node takes, shorter than anybody's patience. */
const LOCK_TIMEOUT_MS = 400
/** While a customer is known to be locked for long: one that is not known yet, for a step on it, comes to light sooner. */
const SHORT_LOCK_TIMEOUT_MS = 50

export interface EngineOptions extends LaneOptions {
  /** Transactions at a time. */
  readonly lanes: number
  /** Batches in a row that must have found a customer as this node left it before one is decided ahead on it. */
  readonly calmBatches: number
}

export interface EngineDeps extends Omit<FlushDeps, 'copies' | 'webhooks' | 'versions' | 'pipeline'> {
  /** What a batch may take. */
  readonly timeoutMs: number
}

/** Told of each batch: for metrics and for waking the dispatcher. */
export interface EngineObserver {
  committed(batch: Flushed & { durationMs: number }): void
  /** Commands that waited when a batch was taken. */
  queued(length: number): void
  /** Customers whose commands are refused, because another transaction keeps them locked. */
  held(count: number): void
}

export function createEngine(deps: EngineDeps, options: EngineOptions, observer: EngineObserver): AuthorizationEngine {
  const copies = new Copies(options.calmBatches)
  const ownerOf = (command: Command): string =>
    isStep(command) ? command.transactionId : (copies.customerOf(command.cardId) ?? command.cardId)
  const contention = new Contention({
    findLocked: (commands) => lockedElsewhere(deps.pool, commands),
    ownerOf,
    held: (count) => observer.held(count),
  })
  const webhooks = new SubscribersByAccount()
  const versions = new PolicyVersions()
  // It may lead to another server, one that has not got all that the last one had.
  deps.pool.on('connect', () => versions.forget())
  let stopping = false

  const observed = async (landed: Promise<Flushed>): Promise<Flushed> => {
    const started = performance.now()
    const flushed = await landed
    afterCommit(() => observer.committed({ ...flushed, durationMs: performance.now() - started }))
    return flushed
  }
  const patience = (): Patience => ({
    timeoutMs: deps.timeoutMs,
    lockTimeoutMs: contention.isAny() ? SHORT_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS,
  })
  const lanes = Array.from({ length: options.lanes }, () => {
    const own = { ...deps, copies, webhooks, versions, pipeline: new Pipeline(deps.pool) }
    return createLane(
      {
        flush: (batch) => {
          observer.queued(lanes.reduce((sum, lane) => sum + lane.length(), batch.length))
          const { mayBeFollowed, landed } = flush(own, batch, patience())
          return { mayBeFollowed, landed: observed(landed) }
        },
        lockedOf: (commands) => contention.lockedOf(commands),
      },
      options,
    )
  })

  return {
    submit: (command, claim = null) => {
      if (stopping) return Promise.reject(new EngineBusyError('The engine is stopping.'))
      const owner = ownerOf(command)
      if (contention.isHeld(owner)) return Promise.reject(new EngineBusyError('The customer is locked.'))
      const lane = lanes[hash(owner) % lanes.length] as (typeof lanes)[number]
      return lane.submit({ command, claim })
    },
    isBusy: () => lanes.some((lane) => lane.isBusy()),
    stop: async () => {
      stopping = true
      await Promise.all(lanes.map((lane) => lane.idle()))
      contention.stop()
    },
  }
}

/** Of the random end of an id: ids of one moment begin alike. */
function hash(id: string): number {
  let value = 0
  for (let i = Math.max(0, id.length - 6); i < id.length; i += 1) value = (value * 31 + id.charCodeAt(i)) >>> 0
  return value
}
