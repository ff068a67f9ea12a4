import { effectivePolicy } from '../domain/cascade.ts'
import type {
  AgentState,
  CardState,
  CustomerState,
  PendingIntent,
  RecentPurchase,
  Subject,
} from '../domain/entities.ts'
import { decodeEntries, emptySpend, type Spend } from '../domain/spend-windows.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import type { Agent } from './agents.ts'
import { loadedIntent } from './authorization-batch/rows.ts'
import type { Card } from './cards.ts'
import type { Customer } from './customers.ts'
import type { Db } from './database.ts'
import { spendState } from './spend-state.ts'

/** The levels that a question is about. Without a card, card rules are skipped. */
export interface Levels {
  readonly customer: Customer
  readonly agent: Agent | null
  readonly card: Card | null
}

/**
 * What `decide` is asked about, read without a lock: for evaluations and summaries, which promise nothing. An
 * authorization reads the same under the customer's lock: `authorization-batch/load.ts`.
 */
export async function loadSubject(
  db: Db,
  levels: Levels,
  { amount, now }: { amount: number; now: number },
): Promise<Subject> {
  const { customer, agent, card } = levels
  const spend = await loadSpend(db, levels, now)
  return {
    customer: customerState(customer),
    agent: agent && agentState(agent),
    card: card && cardState(card),
    spend: {
      customer: spend(customer.id),
      agent: agent && spend(agent.id),
      card: card && spend(card.id),
    },
    intents: card === null ? [] : await pendingIntents(db, card.id),
    recentPurchases: card === null ? [] : await recentPurchases(db, { ...levels, card }, { amount, now }),
    lastAttestedAt: card?.last_attested_at ?? null,
  }
}

/** Spend by level. A level without a row has spent nothing. */
async function loadSpend(db: Db, { customer, agent, card }: Levels, now: number): Promise<(id: string) => Spend> {
  const levelIds = [customer, agent, card].flatMap((level) => (level === null ? [] : [level.id]))
  const rows = await db
    .selectFrom('spend')
    .leftJoin('spend_history', 'spend_history.subject_id', 'spend.subject_id')
    .selectAll('spend')
    .select('spend_history.entries as history')
    .where('spend.subject_id', 'in', levelIds)
    .execute()
  const spend = new Map(
    rows.map((row) => {
      const entries = row.history === null ? [] : decodeEntries(row.history)
      return [row.subject_id, spendState(row, { version: row.history_version, entries })]
    }),
  )
  return (id) => spend.get(id) ?? emptySpend(now)
}

async function pendingIntents(db: Db, cardId: string): Promise<PendingIntent[]> {
  const rows = await db
    .selectFrom('intents')
    .select(['id', 'card_id', 'declared', 'ceiling', 'created_at', 'expires_at'])
    .where('card_id', '=', cardId)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(loadedIntent)
}

/** Approved authorizations of that amount, as far back as the card's policy looks for duplicates. */
async function recentPurchases(
  db: Db,
  levels: Levels & { card: Card },
  { amount, now }: { amount: number; now: number },
): Promise<RecentPurchase[]> {
  const windowMinutes = effectivePolicy(levels).policy.duplicateWindowMinutes
  if (windowMinutes === undefined) return []
  const rows = await db
    .selectFrom('transactions')
    .select(['created_at', 'amount', 'merchant'])
    .where('card_id', '=', levels.card.id)
    .where('decision', '=', 'approve')
    .where('type', '=', 'authorization')
    .where('amount', '=', amount)
    .where('created_at', '>', now - windowMinutes * MINUTE_MS)
    .execute()
  return rows.map((row) => ({ at: row.created_at, amount: row.amount, merchantName: row.merchant.name ?? null }))
}

const customerState = (row: Customer): CustomerState => ({
  id: row.id,
  accountId: row.account_id,
  status: row.status,
  policy: row.policy,
  limits: row.limits,
})

const agentState = (row: Agent): AgentState => ({
  id: row.id,
  status: row.status,
  policy: row.policy,
  limits: row.limits,
})

const cardState = (row: Card): CardState => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  agentId: row.agent_id,
  status: row.status,
  usage: row.usage,
  last4: row.last4,
  policy: row.policy,
  limits: row.limits,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  merchantLock: row.merchant_lock,
  consumedAt: row.consumed_at,
  firstSpendAt: row.first_spend_at,
})
