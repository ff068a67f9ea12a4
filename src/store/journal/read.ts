import { type SpendingLevelIds, spendingSubjectOf } from '../../domain/batch/working-set.ts'
import type { SpendingSubject } from '../../domain/entities.ts'
import { neededRuleMemories } from '../../domain/rules/needed-memories.ts'
import type { LevelSpend } from '../../domain/spend/spend-windows.ts'
import { assertPresent } from '../../lib/assert.ts'
import { type ExposureInputs, MOST_EXPOSED_CARDS } from '../../domain/exposure/exposure.ts'
import type { SubscriptionCommitment } from '../../domain/subscriptions/committed.ts'
import type { Hold } from '../../domain/spend/holds.ts'
import { queryEachBucketGroup, type BucketGroups } from '../sharding/groups.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { DatabaseServerPools } from '../connection/server-pools.ts'
import type { JournalCache } from './cache/cache.ts'
import {
  type OpenCardWithAgentId,
  readCardsBeneath,
  readSubscriptionCommitments,
  readHolds,
  countIntentsWaitingForPeople,
} from './holds.ts'
import { loadSpendingLevels } from './levels/load-levels.ts'
import type { ApprovalPast } from '../../domain/intents/approval-past.ts'
import { readApprovalPasts } from '../intents/approval-pasts.ts'
import { pastQuestionOfDeclaration } from './approval-past-question.ts'
import { readRuleMemories } from './memories/read-memories.ts'
import type { RequestedPurchase } from './memories/reader.ts'
import {
  type DatabaseTransactionConnection,
  BEGIN_SNAPSHOT,
  runDatabaseTransaction,
} from '../connection/transaction.ts'

/**
 * The dependencies of the functions that read the journal: the pools of the database's servers, the groups of buckets and the node's cache.
 */
export interface JournalReadDeps {
  readonly pools: DatabaseServerPools
  readonly groups: BucketGroups
  readonly cache: JournalCache
}

/** The customer, agent and card, with purchases, about which an evaluation reads what a decision would know now. It takes no lock. */
export interface EvaluationQuestion extends SpendingLevelIds {
  /** The purchases that the question is about. Earlier purchases, which they may duplicate, are also read. */
  readonly purchases: readonly RequestedPurchase[]
  /** The declaration that is foreseen. Absent: the question is about a purchase that needs none. */
  readonly declares?: { readonly origin: string | undefined }
}

/** All inputs of a decision that would be made at this moment. */
export interface CurrentSpendingSubject {
  readonly subject: SpendingSubject
  /** The time at which the decision's inputs were read, or of the journal's last entry if that is later, in Unix milliseconds. */
  readonly now: number
  /** The facts by which a foreseen declaration may need a person. Absent: none is foreseen, or its policy asks about none. */
  readonly approvalPast?: ApprovalPast
}

/**
 * The answers to questions about the spend of customers, agents and cards, in the order of the questions. If the customers are in several
 * groups of buckets, each answer is a promise, which settles when its group has answered. The list, or the promise of one answer, rejects
 * with the database's error, or with `DatabaseTimeoutError`.
 */
type Answers<Answer> = Promise<readonly (Answer | Promise<Answer>)[]>

const SNAPSHOT = { begin: BEGIN_SNAPSHOT, timeoutMs: answerStepDeadlinesMs.batch }

/**
 * Reads what evaluations and summaries are made from, in one round trip for all questions. The answer is null if the customer does not
 * exist. `now`: Unix milliseconds.
 */
export const readSpendingSubjects = (
  { cache, ...from }: JournalReadDeps,
  questions: readonly EvaluationQuestion[],
  now: number,
): Answers<CurrentSpendingSubject | null> =>
  snapshot(from, questions, async (connection, own) => {
    const { folds, ...levels } = await loadSpendingLevels(connection, own, { cache, isLocked: false })
    const requested = own.flatMap(({ cardId, purchases: each }) => each.map((purchase) => ({ cardId, ...purchase })))
    const needed = neededRuleMemories(levels)
    const reading = { cache, isLocked: false, requested, now }
    const asked = own.flatMap(({ declares, ...ids }) =>
      declares === undefined ? [] : (pastQuestionOfDeclaration(levels, { ...ids, ...declares, now }) ?? []),
    )
    const [memories, approvalPasts] = await Promise.all([
      needed && readRuleMemories(connection, { ...levels, needed }, reading),
      readApprovalPasts((statement, values) => connection.rows(statement, values), asked),
    ])
    const set = {
      ...levels,
      memories,
      spend: new Map([...folds].map(([level, { spend }]) => [level, spend])),
    }
    return own.map((question) => {
      const customer = levels.customers.get(question.customerId)
      if (customer === undefined) return null
      const approvalPast = approvalPasts.get(question.customerId)
      return {
        subject: spendingSubjectOf(set, question),
        now: Math.max(now, customer.last.at),
        ...(approvalPast && { approvalPast }),
      }
    })
  })

/** All data from which a budget is computed. */
export interface CurrentBudgetInputs extends CurrentSpendingSubject {
  /** The holds of all pending transactions beneath the customer. */
  readonly holds: readonly Hold[]
  /** The active subscriptions of all cards beneath the customer. */
  readonly commitments: readonly SubscriptionCommitment[]
  /** How many intents beneath the most specific of the question's levels wait for a person. */
  readonly waiting: number
}

/**
 * Reads what budgets are computed from, in one round trip for all questions. The answer is null if the customer does not exist. `now`: Unix
 * milliseconds.
 */
export const readBudgets = (
  { cache, ...from }: JournalReadDeps,
  questions: readonly SpendingLevelIds[],
  now: number,
): Answers<CurrentBudgetInputs | null> =>
  snapshot(from, questions, async (connection, own) => {
    const customerIds = new Set(own.map(({ customerId }) => customerId))
    const [{ folds, ...levels }, holds, commitments, waiting] = await Promise.all([
      loadSpendingLevels(connection, own, { cache, isLocked: false }),
      readHolds(connection, customerIds),
      readSubscriptionCommitments(connection, customerIds),
      countIntentsWaitingForPeople(connection, own, now),
    ])
    const spend = new Map([...folds].map(([level, fold]) => [level, fold.spend]))
    const byCustomer = Map.groupBy(holds, ({ customerId }) => customerId)
    return own.map((question) => {
      const { customerId, agentId, cardId } = question
      const customer = levels.customers.get(customerId)
      if (customer === undefined) return null
      return {
        subject: spendingSubjectOf({ ...levels, memories: undefined, spend }, question),
        now: Math.max(now, customer.last.at),
        holds: byCustomer.get(customerId) ?? [],
        commitments: commitments.filter((each) => each.customerId === customerId),
        waiting: waiting.get(cardId ?? agentId ?? customerId) ?? 0,
      }
    })
  })

/**
 * Reads what exposures are computed from, one question after the other, all as of one moment. The answer is null if the customer does not
 * exist. `now`: Unix milliseconds.
 */
export const readExposureInputs = (
  { cache, ...from }: JournalReadDeps,
  questions: readonly SpendingLevelIds[],
  now: number,
): Answers<ExposureInputs | null> =>
  snapshot(from, questions, async (connection, own) => {
    const answers: (ExposureInputs | null)[] = []
    for (const question of own) answers.push(await readExposure(connection, question, { cache, now }))
    return answers
  })

async function readExposure(
  connection: DatabaseTransactionConnection,
  question: SpendingLevelIds,
  { cache, now }: { cache: JournalCache; now: number },
): Promise<ExposureInputs | null> {
  const [open, holds] = await Promise.all([
    question.cardId === null ? readCardsBeneath(connection, question, MOST_EXPOSED_CARDS + 1) : [],
    readHolds(connection, new Set([question.customerId])),
  ])
  const cards = cardsOf(question, open.slice(0, MOST_EXPOSED_CARDS), holds)
  const levelIds = [question, ...cards]
  const { folds, ...levels } = await loadSpendingLevels(connection, levelIds, { cache, isLocked: false })
  const customer = levels.customers.get(question.customerId)
  if (customer === undefined) return null
  const spend = new Map([...folds].map(([level, fold]) => [level, fold.spend]))
  const set = { ...levels, memories: undefined, spend }
  return {
    subject: spendingSubjectOf(set, question),
    cards: cards.map((card) => spendingSubjectOf(set, card)),
    isPartial: open.length > MOST_EXPOSED_CARDS,
    holds,
    now: Math.max(now, customer.last.at),
  }
}

/** Lists the open cards, and the closed cards that have a hold, because captures can still raise what those have spent. */
function cardsOf(
  question: SpendingLevelIds,
  open: readonly OpenCardWithAgentId[],
  holds: readonly Hold[],
): SpendingLevelIds[] {
  const { customerId, agentId, cardId } = question
  if (cardId !== null) return [question]
  const held = holds.filter((hold) => agentId === null || hold.agentId === agentId)
  const agents = new Map<string, string | null>([
    ...held.map((hold) => [hold.cardId, hold.agentId] as const),
    ...open.map(({ id, agent_id: holder }) => [id, holder] as const),
  ])
  return [...agents].map(([id, holder]) => ({ customerId, agentId: holder, cardId: id }))
}

/** Reads the spend of the most specific of the levels in each question, in one round trip for all questions. */
export const readSpendOfLevels = (
  { cache, ...from }: JournalReadDeps,
  questions: readonly SpendingLevelIds[],
): Answers<LevelSpend> =>
  snapshot(from, questions, async (connection, own) => {
    const { folds } = await loadSpendingLevels(connection, own, { cache, isLocked: false, foldsOnly: true })
    return own.map(({ customerId, agentId, cardId }) => {
      const fold = folds.get(cardId ?? agentId ?? customerId)
      return assertPresent(fold, 'every requested level is folded').spend
    })
  })

/** Answers the questions about spend of each group of buckets in one snapshot. */
const snapshot = <Question extends SpendingLevelIds, Answer>(
  { pools, groups }: Omit<JournalReadDeps, 'cache'>,
  questions: readonly Question[],
  work: (connection: DatabaseTransactionConnection, own: readonly Question[]) => Promise<readonly Answer[]>,
): Answers<Answer> =>
  queryEachBucketGroup(groups, { questions, idOf: ({ customerId }) => customerId }, (own, group) =>
    runDatabaseTransaction(pools.of(group), SNAPSHOT, async (connection) => ({
      result: await work(connection, own),
      written: Promise.resolve(),
    })),
  )
