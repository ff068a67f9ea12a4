import type { Act } from '../domain/audit/record.ts'
import { decidesIntent, isStep, type Command } from '../domain/batch/commands/commands.ts'
import type { LevelIds } from '../domain/batch/working-set.ts'
import type { ExposureFacts } from '../domain/exposure/exposure.ts'
import type { Spend } from '../domain/spend/spend-windows.ts'
import { deadlines } from '../lib/traffic/deadlines.ts'
import { JournalCache } from '../store/journal/cache/cache.ts'
import type { Named } from '../store/journal/locate.ts'
import { lockedElsewhere } from '../store/journal/locked-elsewhere.ts'
import {
  type BudgetNow,
  type ReadDeps,
  readBudgets,
  readExposures,
  readSpend,
  readSubjects,
  type SubjectNow,
  type SubjectQuestion,
} from '../store/journal/read.ts'
import { PolicyVersions } from '../store/customers/policy-versions.ts'
import type { ServerPools } from '../store/connection/server-pools.ts'
import { type BatchDeps, type Committed, runBatch } from './batch.ts'
import type { BatcherOptions } from './batcher.ts'
import { Batchers } from './batchers.ts'
import { Contention } from '../lib/traffic/contention.ts'
import { BusyError } from '../lib/traffic/busy-error.ts'
import { Gathered } from '../lib/traffic/gathered.ts'
import type { Groups } from '../store/sharding/groups.ts'
import { Locator } from './locator.ts'
import type { Answer, Claim, Submitted } from './submitted.ts'

/**
 * The authorization engine: turns many concurrent commands into few transactions, and many concurrent readers into few trips.
 *
 * A command is located first, so that its customer is known; then it waits until a batch takes it (`batcher.ts`). A batch is
 * one transaction (`batch.ts`): lock and read, decide, save, commit; only then are its callers answered. What a failed batch
 * leaves behind is told in `recovery.ts`, and who is refused because somebody else keeps a customer locked in `contention.ts`.
 *
 * Readers take no lock: what they ask for is folded from the same journals, and as true as the moment it was read.
 *
 * `stop` refuses new commands, and resolves when all that were accepted are answered.
 */
export interface AuthorizationEngine {
  /** Resolves after the commit. Rejects with `BusyError` or the database's error: nothing is then known to be done. */
  submit(command: Command, act: Act, claim?: Claim | null): Promise<Answer>
  /** What a decision about levels would be made from now. Null: there are none. */
  subject(question: SubjectQuestion): Promise<SubjectNow | null>
  /** The same with what is held and what waits for people. */
  budget(levels: LevelIds): Promise<BudgetNow | null>
  /** What could still be bought beneath the most specific of these levels is computed from. */
  exposure(levels: LevelIds): Promise<ExposureFacts | null>
  /** What the most specific of these levels has spent. */
  spend(levels: LevelIds): Promise<Spend>
  /** The levels beneath which a card, transaction or agent is. Null: there is no such thing. */
  locate(named: Named): Promise<LevelIds | null>
  /** Whether commands wait or are in flight. */
  isBusy(): boolean
  stop(): Promise<void>
}

export type EngineOptions = BatcherOptions

export interface EngineDeps extends Omit<BatchDeps, 'cache' | 'policyVersions'> {
  readonly pools: ServerPools
}

/** Told of each batch: for metrics and for waking the dispatcher. */
export interface EngineObserver {
  committed(batch: Committed & { durationMs: number; customerIds: readonly string[] }): void
  /** Commands that waited when a batch was taken. */
  queued(length: number): void
  /** Customers whose commands are refused, because another transaction keeps them locked. */
  blocked(count: number): void
}

/** Readers that travel together, and trips of theirs at a time. */
const READERS = { most: 256, atOnce: 2, maxWaiting: 1024 }
/** Each is told with all that its customer holds. */
const BUDGETS = { most: 64, atOnce: 1, maxWaiting: 1024 }
/** Each takes thousands of cards with it. */
const EXPOSURES = { most: 2, atOnce: 1, maxWaiting: 256 }
/**
 * What the engine uses, of its own: requests that wait for a locked customer, as many as there are connections, must not keep
 * it from the others. Batches in flight, trips of readers, and one for whoever is located or looked for locks.
 */
export const connectionsOf = ({ maxInFlight }: EngineOptions, groups: Groups): number =>
  maxInFlight * groups.atOnce + READERS.atOnce + BUDGETS.atOnce + EXPOSURES.atOnce + 2

export function createEngine(deps: EngineDeps, options: EngineOptions, observer: EngineObserver): AuthorizationEngine {
  const { pools, groups } = deps
  const policyVersions = new PolicyVersions()
  const cache = new JournalCache(undefined, () => policyVersions.forget())
  const own = { ...deps, cache, policyVersions }
  const locator = new Locator(pools, groups)
  // Another server may not have all that the last one had.
  pools.onChange(() => {
    cache.forgetAll()
    policyVersions.forget()
    locator.forget()
  })
  const contention = new Contention({
    findLocked: (customerIds) => lockedElsewhere({ pools, groups }, customerIds),
    blocked: (count) => observer.blocked(count),
  })
  const run = async (batch: readonly Submitted[], group: number): Promise<Committed> => {
    observer.queued(batchers.length + batch.length)
    deps.machineClock.demandWhileKnown()
    const started = performance.now()
    const lockTimeoutMs = contention.isAny() ? deadlines.blockedLock : deadlines.batchLock
    const committed = await runBatch(own, batch, { pool: pools.of(group), lockTimeoutMs })
    const customerIds = batch.flatMap(({ levels }) => levels?.customerId ?? [])
    observer.committed({ ...committed, customerIds, durationMs: performance.now() - started })
    return committed
  }
  const batchers = new Batchers(groups, { run, blockedOf: (ids) => contention.blockedOf(ids) }, options)
  const readers = readersOf(own)
  let locating = 0
  let stopping = false

  /** Only its levels are missing before it can wait for a batch: it counts as waiting already. */
  const locateFor = async (command: Command): Promise<LevelIds | null> => {
    if (batchers.length + locating >= options.maxQueue)
      throw new BusyError('queue_full', 'The engine has too much to do.')
    locating += 1
    try {
      return await locator.find(subjectOf(command))
    } finally {
      locating -= 1
    }
  }

  return {
    submit: async (command, act, claim = null) => {
      if (stopping) throw new BusyError('draining', 'The engine is stopping.')
      const { id } = subjectOf(command)
      const levels = locator.known(id) ?? (await locateFor(command))
      if (levels !== null && contention.isBlocked(levels.customerId)) {
        throw new BusyError('customer_locked', 'The customer is locked by another transaction.')
      }
      return batchers.submit(id, { command, act, claim, levels })
    },
    subject: (question) => readers.subjects.ask(question),
    budget: (levels) => readers.budgets.ask(levels),
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

function subjectOf(command: Command): Named {
  if (isStep(command)) return { kind: 'transaction', id: command.transactionId }
  return decidesIntent(command) ? { kind: 'intent', id: command.intentId } : { kind: 'card', id: command.cardId }
}

/** Whoever asks at the same time is answered by one trip. */
function readersOf(own: ReadDeps & Pick<EngineDeps, 'clock'>) {
  const { clock } = own
  const subjects = new Gathered<SubjectQuestion, SubjectNow | null>(
    (questions) => readSubjects(own, questions, clock.now()),
    READERS,
  )
  const spends = new Gathered<LevelIds, Spend>((questions) => readSpend(own, questions), READERS)
  const budgets = new Gathered<LevelIds, BudgetNow | null>(
    (questions) => readBudgets(own, questions, clock.now()),
    BUDGETS,
  )
  const exposures = new Gathered<LevelIds, ExposureFacts | null>(
    (questions) => readExposures(own, questions, clock.now()),
    EXPOSURES,
  )
  return { subjects, spends, budgets, exposures }
}
