import type { LevelIds } from '../../domain/batch/working-set.ts'
import type { CountedPart } from '../../domain/counted-part.ts'
import type { Hold } from '../../domain/holds.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Connection, Statement } from './transaction.ts'

interface HoldRow {
  customer_id: string
  agent_id: string | null
  card_id: string
  open: number
  counted: CountedPart[]
}

/** What is open of the transactions of these customers. */
export async function readHolds(connection: Connection, customerIds: ReadonlySet<string>): Promise<Hold[]> {
  const ids = [...customerIds]
  const rows = await connection.rows<HoldRow>(selectHolds, [ids.map(bucketOf), ids])
  return rows.map(({ customer_id: customerId, agent_id: agentId, card_id: cardId, open, counted }) => ({
    customerId,
    agentId,
    cardId,
    open,
    counted,
  }))
}

/** Intents that wait for a person now, by agent and by card. */
export async function readWaitingForPeople(
  connection: Connection,
  levels: readonly LevelIds[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const agents = [...new Set(levels.flatMap(({ agentId, cardId }) => (cardId === null ? (agentId ?? []) : [])))]
  const cards = [...new Set(levels.flatMap(({ cardId }) => cardId ?? []))]
  const rows = await Promise.all([
    count(connection, countOfAgents, agents, now),
    count(connection, countOfCards, cards, now),
  ])
  return new Map(rows.flat().map(({ id, waiting }) => [id, waiting]))
}

const count = async (connection: Connection, statement: Statement, ids: readonly string[], now: number) =>
  ids.length === 0 ? [] : connection.rows<{ id: string; waiting: number }>(statement, [ids.map(bucketOf), ids, now])

/** In order, so that the planner reads each customer by its index: see `selectPurchases`. */
const selectHolds: Statement = {
  name: 'select-holds',
  text: `select t.* from unnest($1::smallint[], $2::text[]) as looked (bucket, id)
    cross join lateral (
      select customer_id, agent_id, card_id, authorized_amount - settled_amount as open, counted from transactions
      where bucket = looked.bucket and customer_id = looked.id and status = 'pending'
        and authorized_amount > settled_amount
      order by transactions.id) t`,
}

const countWaiting = (of: 'agent' | 'card'): Statement => ({
  name: `count-waiting-of-${of}s`,
  text: `select looked.id, count(t.expires_at) as waiting from unnest($1::smallint[], $2::text[]) as looked (bucket, id)
    cross join lateral (
      select expires_at from intents
      where bucket = looked.bucket and ${of}_id = looked.id and status = 'pending_approval' and expires_at > $3
      order by ${of}_id, id) t
    group by looked.id`,
})
const countOfAgents = countWaiting('agent')
const countOfCards = countWaiting('card')
