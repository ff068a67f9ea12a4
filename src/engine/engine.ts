import type { AuditedAct } from '../domain/audit/audited-act.ts'
import {
  isDecideIntentCommand,
  isTransactionStepCommand,
  type EngineCommand,
} from '../domain/batch/commands/commands.ts'
import { decisionEventId } from '../domain/batch/decision-event.ts'
import type { SpendingLevelIds } from '../domain/batch/working-set.ts'
import { intentMerchantNameIndexer } from '../domain/intents/intended-merchant.ts'
import type { ExposureInputs } from '../domain/exposure/exposure.ts'
import type { LevelSpend } from '../domain/spend/spend-windows.ts'
import { isTracing, keepTraceSpanOfEvent, traceEngineBatch } from '../lib/tracing.ts'
import { LongWorkTimeSlices } from '../lib/traffic/time-slices.ts'
import { answerStepDeadlinesMs } from '../lib/traffic/deadlines.ts'
import { JournalCache } from '../store/journal/cache/cache.ts'
import type { ObjectToLocateLevelsOf } from '../store/journal/locate.ts'
import { customersLockedElsewhere } from '../store/journal/locked-elsewhere.ts'
import {
  type CurrentBudgetInputs,
  type JournalReadDeps,
  readBudgets,
  readExposureInputs,
  readSpendOfLevels,
  readSpendingSubjects,
  type CurrentSpendingSubject,
  type EvaluationQuestion,
} from '../store/journal/read.ts'
import { PolicyVersions } from '../store/customers/policy-versions.ts'
import type { DatabaseServerPools } from '../store/connection/server-pools.ts'
import { type BatchDeps, type CommittedBatch, runEngineBatch } from './batch.ts'
import type { BatcherOptions } from './batcher.ts'
import { EngineBatchers } from './batchers.ts'
import { LockContention } from '../lib/traffic/contention.ts'
import { ServiceBusyError } from '../lib/traffic/busy-error.ts'
import { GatheredDatabaseQuestions } from '../lib/traffic/gathered.ts'
import type { BucketGroups } from '../store/sharding/groups.ts'
import { LevelLocator } from './locator.ts'
import type { EngineAnswer, IdempotentClaim, SubmittedEngineCommand } from './submitted.ts'

/**
 * The authorization engine turns many concurrent commands into few transactions, and many concurrent reads into few round trips.
 *
 * The engine first locates a command, so that its customer is known. Then the command waits until a batch takes it (`batcher.ts`). A batch
 * is one transaction (`batch.ts`): lock and read, decide, save, commit. Its callers are answered after the commit. `recovery.ts` says what
 * happens to the commands of a failed batch, and `lib/traffic/contention.ts` which commands are refused because another transaction keeps a
 * customer locked.
 *
 * Reads take no lock. They compute spend from the same journals, as of one moment. They reject with `ServiceBusyError` if too many reads wait, or
 * with the database's error. Amounts are integer cents, times are Unix milliseconds.
 */
export interface AuthorizationEngine {
  /**
   * Decides a command and stores the outcome. Resolves after the commit.
   *
   * `claim`: the command's Idempotency-Key; its reply is stored in the same commit, and a second command with the key gets that reply.
   *
   * Rejects with `ServiceBusyError` if the engine cannot take or finish the command now, and with `ClockDifferenceError` if the clocks of node and
   * database differ: nothing was stored then. After `UnknownCommitError` the command may have been stored, so the caller must not submit it
   * again, except under the same `claim`. After any other error of the database nothing was stored.
   */
  submit(command: EngineCommand, act: AuditedAct, claim?: IdempotentClaim | null): Promise<EngineAnswer>
  /** Reads all inputs of a decision about a purchase of `amount` cents by these levels, as they are now. Null: the levels do not exist. */
  subject(question: EvaluationQuestion): Promise<CurrentSpendingSubject | null>
  /**
   * Reads all inputs of a budget: the inputs of a decision (`subject`) without earlier purchases, the customer's holds, and the number of
   * intents that wait for a person. Null: the levels do not exist.
   */
  budget(levels: SpendingLevelIds): Promise<CurrentBudgetInputs | null>
  /** Reads all inputs of the exposure of the most specific of these levels. Null: the levels do not exist. */
  exposure(levels: SpendingLevelIds): Promise<ExposureInputs | null>
  /** Reads the spend of the most specific of these levels. A level that does not exist has spent nothing. */
  spend(levels: SpendingLevelIds): Promise<LevelSpend>
  /** Finds the customer, agent and card of a card, transaction, intent or agent. Null: nothing has this id. */
  locate(named: ObjectToLocateLevelsOf): Promise<SpendingLevelIds | null>
  /** Whether the engine has commands that are being looked up, are waiting for a batch, or are in flight. */
  isBusy(): boolean
  /** Refuses new commands with `ServiceBusyError`, and resolves when every accepted command is answered. */
  stop(): Promise<void>
}

export type EngineOptions = BatcherOptions

export interface EngineDeps extends Omit<BatchDeps, 'cache' | 'policyVersions'> {
  readonly pools: DatabaseServerPools
}

/**
 * An observer that the engine tells about each batch. The app counts metrics in it and wakes the dispatcher. Its methods must not throw.
 */
export interface EngineObserver {
  /** Called when a batch has committed. `customerIds`: one for each command whose customer is known, with repetitions. */
  committed(batch: CommittedBatch & { durationMs: number; customerIds: readonly string[] }): void
  /** Called when a batch begins. `length`: how many commands waited, those of the batch included. */
  queued(length: number): void
  /**
   * Called when the number of customers may have changed whose commands are refused, because another transaction keeps the customer locked.
   * `count`: that number.
   */
  blocked(count: number): void
}

/** How decisions and spend are read: the most reads that share a round trip, the most trips at a time, and the most reads that may wait. */
const READERS = { most: 256, atOnce: 2, maxWaiting: 1024 }
/** How budgets are read. Fewer budgets than decisions share a round trip, because each budget needs all holds of its customer. */
const BUDGETS = { most: 64, atOnce: 1, maxWaiting: 1024 }
/** How exposures (the most that a level could still spend) are read. Few share a round trip, because one may read thousands of cards. */
const EXPOSURES = { most: 2, atOnce: 1, maxWaiting: 256 }
/**
 * How many database connections the engine needs for itself. It has its own, because other requests that wait for locked customers may take
 * every connection of the shared pools. The number is the sum of the batches in flight, the round trips of readers, and two for look-ups of
 * levels and of locks.
 */
export const engineConnectionCount = ({ maxInFlight }: EngineOptions, groups: BucketGroups): number =>
  maxInFlight * groups.atOnce + READERS.atOnce + BUDGETS.atOnce + EXPOSURES.atOnce + 2

/** Makes the engine of this node. The engines of several nodes can use the same database, and share nothing else. */
export function createEngine(deps: EngineDeps, options: EngineOptions, observer: EngineObserver): AuthorizationEngine {
  const { pools, groups } = deps
  const policyVersions = new PolicyVersions()
  const cache = new JournalCache(undefined, () => policyVersions.forget())
  const own = { ...deps, cache, policyVersions }
  const locator = new LevelLocator(pools, groups)
  // The new database server may lack the last commits of the one before, so everything that was read is forgotten.
  pools.onChange(() => {
    cache.forgetAll()
    policyVersions.forget()
    locator.forget()
  })
  const contention = new LockContention({
    findLocked: (customerIds) => customersLockedElsewhere({ pools, groups }, customerIds),
    blocked: (count) => observer.blocked(count),
  })
  const run = async (batch: readonly SubmittedEngineCommand[], group: number): Promise<CommittedBatch> => {
    observer.queued(batchers.length + batch.length)
    deps.machineClock.demandWhileKnown()
    const started = performance.now()
    const lockTimeoutMs = contention.isAny() ? answerStepDeadlinesMs.blockedLock : answerStepDeadlinesMs.batchLock
    const committed = await traceEngineBatch(batch, () =>
      runEngineBatch(own, batch, { pool: pools.of(group), lockTimeoutMs }),
    )
    if (isTracing && committed.deliveries > 0) noteDecisions(batch, committed)
    const customerIds = batch.flatMap(({ levels }) => levels?.customerId ?? [])
    observer.committed({ ...committed, customerIds, durationMs: performance.now() - started })
    return committed
  }
  const batchers = new EngineBatchers(groups, { run, blockedOf: (ids) => contention.blockedOf(ids) }, options)
  const readers = readersOf(own)
  let locating = 0
  let stopping = false

  /** Looks up the levels of a command. The command already counts towards `maxQueue` meanwhile. */
  const locateFor = async (command: EngineCommand): Promise<SpendingLevelIds | null> => {
    if (batchers.length + locating >= options.maxQueue)
      throw new ServiceBusyError('queue_full', 'The engine has too much to do.')
    locating += 1
    try {
      return await locator.find(subjectOf(command))
    } finally {
      locating -= 1
    }
  }

  return {
    submit: async (command, act, claim = null) => {
      if (stopping) throw new ServiceBusyError('draining', 'The engine is stopping.')
      const { id } = subjectOf(command)
      const levels = locator.known(id) ?? (await locateFor(command))
      if (levels !== null && contention.isBlocked(levels.customerId)) {
        throw new ServiceBusyError('customer_locked', 'The customer is locked by another transaction.')
      }
      return batchers.submit(id, { command, act, claim, levels })
    },
    subject: async (question) => indexed(await readers.subjects.ask(question)),
    budget: async (levels) => indexed(await readers.budgets.ask(levels)),
    exposure: (levels) => readers.exposures.ask(levels),
    spend: (levels) => readers.spends.ask(levels),
    locate: async (named) => locator.known(named.id) ?? (await locator.find(named)),
    isBusy: () => batchers.isBusy || locating > 0,
    stop: async () => {
      stopping = true
      await batchers.idle()
      contention.stop()
    },
  }
}

/**
 * Indexes the intents of a decision's card, and then returns what was read for the decision. A card may have a thousand intents, so other
 * work of the thread gets its turn between slices of the indexing.
 */
async function indexed<T extends CurrentSpendingSubject>(read: T | null): Promise<T | null> {
  if (read === null) return null
  const { customer, intents } = read.subject
  await new LongWorkTimeSlices({ accountId: customer.accountId }).finish(intentMerchantNameIndexer(intents))
  return read
}

/**
 * Keeps for each decision of a batch the span of its own request, so that the webhooks of the decision are traced below that request. The
 * batch's own span belongs to the first request of the batch.
 */
function noteDecisions(batch: readonly SubmittedEngineCommand[], { answers }: CommittedBatch): void {
  for (const [index, answer] of answers.entries()) {
    const wait = batch[index]?.wait
    if (wait !== undefined && answer.kind === 'outcome' && answer.outcome.kind === 'decided')
      keepTraceSpanOfEvent(decisionEventId(answer.outcome.transaction.id), wait)
  }
}

function subjectOf(command: EngineCommand): ObjectToLocateLevelsOf {
  if (isTransactionStepCommand(command)) return { kind: 'transaction', id: command.transactionId }
  return isDecideIntentCommand(command)
    ? { kind: 'intent', id: command.intentId }
    : { kind: 'card', id: command.cardId }
}

/** Makes the readers of the engine. Reads of one kind that callers ask for at the same time share a round trip. */
function readersOf(own: JournalReadDeps & Pick<EngineDeps, 'clock'>) {
  const { clock } = own
  const subjects = new GatheredDatabaseQuestions<EvaluationQuestion, CurrentSpendingSubject | null>(
    (questions) => readSpendingSubjects(own, questions, clock.now()),
    READERS,
  )
  const spends = new GatheredDatabaseQuestions<SpendingLevelIds, LevelSpend>(
    (questions) => readSpendOfLevels(own, questions),
    READERS,
  )
  const budgets = new GatheredDatabaseQuestions<SpendingLevelIds, CurrentBudgetInputs | null>(
    (questions) => readBudgets(own, questions, clock.now()),
    BUDGETS,
  )
  const exposures = new GatheredDatabaseQuestions<SpendingLevelIds, ExposureInputs | null>(
    (questions) => readExposureInputs(own, questions, clock.now()),
    EXPOSURES,
  )
  return { subjects, spends, budgets, exposures }
}
