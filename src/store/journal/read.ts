import { type LevelIds, subjectOf } from '../../domain/batch/working-set.ts'
import type { Subject } from '../../domain/entities.ts'
import type { Spend } from '../../domain/spend/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { type ExposureFacts, MOST_EXPOSED_CARDS } from '../../domain/exposure/exposure.ts'
import type { Hold } from '../../domain/spend/holds.ts'
import { eachGroup, type Groups } from '../sharding/groups.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import type { ServerPools } from '../connection/server-pools.ts'
import type { JournalCache } from './cache/cache.ts'
import { type CardBeneath, readCardsBeneath, readHolds, readWaitingForPeople } from './holds.ts'
import { loadLevels } from './levels.ts'
import { readPurchases } from './purchases.ts'
import { type Connection, READ_SNAPSHOT, transact } from './transaction.ts'

export interface ReadDeps {
  readonly pools: ServerPools
  readonly groups: Groups
  readonly cache: JournalCache
}

/** A question without a lock: about these levels, and earlier purchases of this amount. */
export interface SubjectQuestion extends LevelIds {
  readonly amount: number
}

/** What a decision would be made from now. */
export interface SubjectNow {
  readonly subject: Subject
  /** The moment of the reading, or of the journal where that is ahead. Unix milliseconds. */
  readonly now: number
}

/** In the order of the questions; where they are of several groups, those of each are there when it is. */
type Answers<Answer> = Promise<readonly (Answer | Promise<Answer>)[]>

const SNAPSHOT = { begin: READ_SNAPSHOT, timeoutMs: deadlines.batch }

/** What evaluations and summaries are made from, in one trip for all that are asked at once. Null: there is no such thing. */
export const readSubjects = (
  { cache, ...from }: ReadDeps,
  asked: readonly SubjectQuestion[],
  now: number,
): Answers<SubjectNow | null> =>
  snapshot(from, asked, async (connection, questions) => {
    const { folds, ...levels } = await loadLevels(connection, questions, { cache, isLocked: false })
    const amounts = [...new Set(questions.map(({ amount }) => amount).filter((amount) => amount > 0))]
    const purchases = await readPurchases(connection, levels, { amounts, now })
    const set = { ...levels, purchases, spend: new Map([...folds].map(([level, { spend }]) => [level, spend])) }
    return questions.map((question) => {
      const customer = levels.customers.get(question.customerId)
      if (customer === undefined) return null
      return { subject: subjectOf(set, question), now: Math.max(now, customer.last.at) }
    })
  })

/** What a budget is told from. */
export interface BudgetNow extends SubjectNow {
  /** Beneath the customer. */
  readonly holds: readonly Hold[]
  /** Intents beneath the most specific level that wait for a person. */
  readonly waiting: number
}

/** What budgets are told from, in one trip for all that are asked for at once. Null: there is no such thing. */
export const readBudgets = (
  { cache, ...from }: ReadDeps,
  asked: readonly LevelIds[],
  now: number,
): Answers<BudgetNow | null> =>
  snapshot(from, asked, async (connection, questions) => {
    const [{ folds, ...levels }, holds, waiting] = await Promise.all([
      loadLevels(connection, questions, { cache, isLocked: false }),
      readHolds(connection, new Set(questions.map(({ customerId }) => customerId))),
      readWaitingForPeople(connection, questions, now),
    ])
    const spend = new Map([...folds].map(([level, fold]) => [level, fold.spend]))
    const byCustomer = Map.groupBy(holds, ({ customerId }) => customerId)
    return questions.map((question) => {
      const { customerId, agentId, cardId } = question
      const customer = levels.customers.get(customerId)
      if (customer === undefined) return null
      return {
        subject: subjectOf({ ...levels, purchases: new Map(), spend }, question),
        now: Math.max(now, customer.last.at),
        holds: byCustomer.get(customerId) ?? [],
        waiting: waiting.get(cardId ?? agentId ?? customerId) ?? 0,
      }
    })
  })

/** What exposures are computed from, one after the other, of one moment. Null: there is no such thing. */
export const readExposures = (
  { cache, ...from }: ReadDeps,
  asked: readonly LevelIds[],
  now: number,
): Answers<ExposureFacts | null> =>
  snapshot(from, asked, async (connection, questions) => {
    const answers: (ExposureFacts | null)[] = []
    for (const question of questions) answers.push(await readExposure(connection, question, { cache, now }))
    return answers
  })

async function readExposure(
  connection: Connection,
  question: LevelIds,
  { cache, now }: { cache: JournalCache; now: number },
): Promise<ExposureFacts | null> {
  const [open, holds] = await Promise.all([
    question.cardId === null ? readCardsBeneath(connection, question, MOST_EXPOSED_CARDS + 1) : [],
    readHolds(connection, new Set([question.customerId])),
  ])
  const cards = cardsOf(question, open.slice(0, MOST_EXPOSED_CARDS), holds)
  const wanted = [question, ...cards]
  const { folds, ...levels } = await loadLevels(connection, wanted, { cache, isLocked: false })
  const customer = levels.customers.get(question.customerId)
  if (customer === undefined) return null
  const spend = new Map([...folds].map(([level, fold]) => [level, fold.spend]))
  const set = { ...levels, purchases: new Map(), spend }
  return {
    subject: subjectOf(set, question),
    cards: cards.map((card) => subjectOf(set, card)),
    isPartial: open.length > MOST_EXPOSED_CARDS,
    holds,
    now: Math.max(now, customer.last.at),
  }
}

/** Those that are open, and closed ones of which something is held: what they have paid can still be added to. */
function cardsOf(question: LevelIds, open: readonly CardBeneath[], holds: readonly Hold[]): LevelIds[] {
  const { customerId, agentId, cardId } = question
  if (cardId !== null) return [question]
  const held = holds.filter((hold) => agentId === null || hold.agentId === agentId)
  const agents = new Map<string, string | null>([
    ...held.map((hold) => [hold.cardId, hold.agentId] as const),
    ...open.map(({ id, agent_id: holder }) => [id, holder] as const),
  ])
  return [...agents].map(([id, holder]) => ({ customerId, agentId: holder, cardId: id }))
}

/** What levels have spent, those of the most specific id of each question, in one trip for all that are asked at once. */
export const readSpend = ({ cache, ...from }: ReadDeps, asked: readonly LevelIds[]): Answers<Spend> =>
  snapshot(from, asked, async (connection, questions) => {
    const { folds } = await loadLevels(connection, questions, { cache, isLocked: false, foldsOnly: true })
    return questions.map(({ customerId, agentId, cardId }) => {
      const fold = folds.get(cardId ?? agentId ?? customerId)
      return present(fold, 'all that is asked for is folded').spend
    })
  })

/** One snapshot for each group of customers, in the order of the questions. */
const snapshot = <Question extends LevelIds, Answer>(
  { pools, groups }: Omit<ReadDeps, 'cache'>,
  questions: readonly Question[],
  work: (connection: Connection, own: readonly Question[]) => Promise<readonly Answer[]>,
): Answers<Answer> =>
  eachGroup(groups, { questions, idOf: ({ customerId }) => customerId }, (own, group) =>
    transact(pools.of(group), SNAPSHOT, async (connection) => ({
      result: await work(connection, own),
      written: Promise.resolve(),
    })),
  )
