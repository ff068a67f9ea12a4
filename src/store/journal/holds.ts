import type { PolicyLevel } from '../../contract/policy.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import type { CountedSpend } from '../../domain/spend/counted-amount.ts'
import type { Hold } from '../../domain/spend/holds.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { SubscriptionCommitment } from '../../domain/subscriptions/committed.ts'
import { loadedSubscription, loadedSubscriptionColumns, type LoadedSubscriptionRow } from '../rows/subscriptions.ts'
import { bucketOfJoinedRowsSql, GIVEN_IDS_TABLE_SQL, givenIdsSqlParameters } from '../statements/given-rows.ts'
import { OWN_CARDS_SQL } from '../statements/own-cards.ts'
import type { DatabaseTransactionConnection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

interface HoldRow {
  customer_id: string
  agent_id: string | null
  card_id: string
  open: number
  counted: CountedSpend[]
  ceiling: number | null
}

/** Reads the holds of these customers' pending transactions. */
export async function readHolds(
  connection: DatabaseTransactionConnection,
  customerIds: ReadonlySet<string>,
): Promise<Hold[]> {
  const ids = [...customerIds]
  const rows = await connection.rows<HoldRow>(selectHolds, givenIdsSqlParameters(ids))
  return rows.map(({ customer_id: customerId, agent_id: agentId, card_id: cardId, open, counted, ceiling }) => ({
    customerId,
    agentId,
    cardId,
    open,
    counted,
    ...(ceiling === null ? {} : { ceiling }),
  }))
}

/**
 * Counts the intents that wait for a person at `now` (Unix milliseconds), by the id of the level beneath which they are: the most specific
 * of each of `levels`.
 */
export async function countIntentsWaitingForPeople(
  connection: DatabaseTransactionConnection,
  levels: readonly SpendingLevelIds[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await Promise.all(
    (['customer', 'agent', 'card'] as const).map(async (of) => {
      const ids = [...new Set(levels.filter((one) => mostSpecific(one) === of).map((one) => one[`${of}Id`] ?? ''))]
      return ids.length === 0
        ? []
        : connection.rows<{ id: string; waiting: number }>(waitingOf[of], [...givenIdsSqlParameters(ids), now])
    }),
  )
  return new Map(rows.flat().map(({ id, waiting }) => [id, waiting]))
}

const mostSpecific = ({ agentId, cardId }: SpendingLevelIds) =>
  cardId === null ? (agentId === null ? 'customer' : 'agent') : 'card'

/**
 * The statement that reads the holds of customers. The `order by` makes the planner read each customer by its index, as in
 * `selectPurchases` of `purchases.ts`.
 */
const selectHolds: PreparedStatement = {
  name: 'select-holds',
  text: `select t.* from ${GIVEN_IDS_TABLE_SQL}
    cross join lateral (
      select customer_id, agent_id, card_id, authorized_amount - settled_amount as open, counted, coalesce((
          select ceiling from intents where bucket = ${bucketOfJoinedRowsSql('transactions.bucket')} and id = intent_id and status = 'matched'
        ), (
          select (declared ->> 'maxAmount')::bigint from subscriptions
          where bucket = ${bucketOfJoinedRowsSql('transactions.bucket')} and id = subscription_id
        )) as ceiling from transactions
      where bucket = given.bucket and customer_id = given.id and status = 'pending'
        and authorized_amount > settled_amount
      order by transactions.id) t`,
}

interface CommitmentRow extends LoadedSubscriptionRow {
  customer_id: string
  agent_id: string | null
  card_id: string
}

/** Reads the active subscriptions of these customers' cards that are not closed. */
export async function readSubscriptionCommitments(
  connection: DatabaseTransactionConnection,
  customerIds: ReadonlySet<string>,
): Promise<SubscriptionCommitment[]> {
  const rows = await connection.rows<CommitmentRow>(selectCommitments, givenIdsSqlParameters([...customerIds]))
  return rows.map((row) => ({
    customerId: row.customer_id,
    agentId: row.agent_id,
    cardId: row.card_id,
    subscription: loadedSubscription(row),
  }))
}

const selectCommitments: PreparedStatement = {
  name: 'select-commitments',
  text: `select s.* from ${GIVEN_IDS_TABLE_SQL}
    cross join lateral (
      select customer_id, agent_id, card_id, ${loadedSubscriptionColumns.join(', ')} from subscriptions
      where bucket = given.bucket and customer_id = given.id and status = 'active' and exists (
        select from cards where bucket = ${bucketOfJoinedRowsSql('subscriptions.bucket')} and id = card_id and status <> 'closed')
      order by subscriptions.id) s`,
}

/** A card, with its agent, that is not closed. */
export interface OpenCardWithAgentId {
  readonly id: string
  readonly agent_id: string | null
}

/**
 * Reads the cards beneath the agent, or beneath the customer if `agentId` is null, that are not closed: the newest ones, at most `most`.
 */
export const readCardsBeneath = (
  connection: DatabaseTransactionConnection,
  { customerId, agentId }: SpendingLevelIds,
  most: number,
): Promise<OpenCardWithAgentId[]> => {
  const id = agentId ?? customerId
  return connection.rows<OpenCardWithAgentId>(agentId === null ? cardsOfCustomer : cardsOfAgent, [
    bucketOfId(id),
    id,
    most,
  ])
}

const cardsOf = (of: 'agent' | 'customer'): PreparedStatement => ({
  name: `select-cards-of-${of}`,
  text: `select id, agent_id from cards where bucket = $1 and ${of}_id = $2 and ${OWN_CARDS_SQL} and status <> 'closed'
    order by ${of}_id desc, id desc limit $3`,
})
const cardsOfAgent = cardsOf('agent')
const cardsOfCustomer = cardsOf('customer')

const countWaiting = (of: PolicyLevel): PreparedStatement => ({
  name: `count-waiting-of-${of}s`,
  text: `select given.id, count(t.expires_at) as waiting from ${GIVEN_IDS_TABLE_SQL}
    cross join lateral (
      select expires_at from intents
      where bucket = given.bucket and ${of}_id = given.id and status = 'pending_approval' and expires_at > $4
      order by ${of}_id, id) t
    group by given.id`,
})
const waitingOf: Readonly<Record<PolicyLevel, PreparedStatement>> = {
  customer: countWaiting('customer'),
  agent: countWaiting('agent'),
  card: countWaiting('card'),
}
