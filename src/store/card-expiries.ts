import { sql } from 'kysely'
import type { Policy } from '../contract/policy.ts'
import type { Tx } from './database.ts'

/** An open card as far as its expiry depends on it. */
export interface OpenCard {
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly policy: Policy
  readonly agentPolicy: Policy | null
}

/** The open cards of a customer, or those of one of its agents. The caller holds the customer's lock. */
export const openCardsBeneath = (tx: Tx, customerId: string, agentId: string | null): Promise<OpenCard[]> =>
  tx
    .selectFrom('cards')
    .leftJoin('agents', 'agents.id', 'cards.agent_id')
    .select([
      'cards.id as id',
      'cards.created_at as createdAt',
      'cards.expires_at as expiresAt',
      'cards.policy as policy',
      'agents.policy as agentPolicy',
    ])
    .where('cards.customer_id', '=', customerId)
    .where('cards.status', '<>', 'closed')
    .$if(agentId !== null, (cards) => cards.where('cards.agent_id', '=', agentId))
    .execute()

/** Sets the expiry of many cards in one statement. */
export async function saveExpiries(tx: Tx, cards: readonly { id: string; expiresAt: number | null }[]): Promise<void> {
  if (cards.length === 0) return
  const ids = cards.map((card) => card.id)
  const times = cards.map((card) => card.expiresAt)
  await sql`
    update cards set expires_at = change.expires_at
    from unnest(${ids}::text[], ${times}::bigint[]) as change (id, expires_at)
    where cards.id = change.id collate "C"`.execute(tx)
}
