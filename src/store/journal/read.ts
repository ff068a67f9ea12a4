import type pg from 'pg'
import { type LevelIds, subjectOf } from '../../domain/batch/working-set.ts'
import type { Subject } from '../../domain/entities.ts'
import type { Spend } from '../../domain/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import type { Hold } from '../../domain/holds.ts'
import { deadlines } from '../../lib/deadlines.ts'
import type { JournalCache } from './cache.ts'
import { readHolds, readWaitingForPeople } from './holds.ts'
import { loadLevels } from './levels.ts'
import { readPurchases } from './purchases.ts'
import { type Connection, READ_SNAPSHOT, transact } from './transaction.ts'

export interface ReadDeps {
  readonly pool: pg.Pool
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

const SNAPSHOT = { begin: READ_SNAPSHOT, timeoutMs: deadlines.batch }

/** What evaluations and summaries are made from, in one trip for all that are asked at once. Null: there is no such thing. */
export const readSubjects = (
  { pool, cache }: ReadDeps,
  questions: readonly SubjectQuestion[],
  now: number,
): Promise<(SubjectNow | null)[]> =>
  snapshot(pool, async (connection) => {
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
  { pool, cache }: ReadDeps,
  questions: readonly LevelIds[],
  now: number,
): Promise<(BudgetNow | null)[]> =>
  snapshot(pool, async (connection) => {
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

/** What levels have spent, those of the most specific id of each question, in one trip for all that are asked at once. */
export const readSpend = ({ pool, cache }: ReadDeps, questions: readonly LevelIds[]): Promise<Spend[]> =>
  snapshot(pool, async (connection) => {
    const { folds } = await loadLevels(connection, questions, { cache, isLocked: false, foldsOnly: true })
    return questions.map(({ customerId, agentId, cardId }) => {
      const fold = folds.get(cardId ?? agentId ?? customerId)
      return present(fold, 'all that is asked for is folded').spend
    })
  })

const snapshot = <T>(pool: pg.Pool, work: (connection: Connection) => Promise<T>): Promise<T> =>
  transact(pool, SNAPSHOT, async (connection) => ({ result: await work(connection), written: Promise.resolve() }))
