import { sql } from 'kysely'
import type { Policy } from '../../contract/policy.ts'
import { assert } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { LockedCustomer } from '../customers/customer-lock.ts'

/** An open card as far as its expiry depends on it. */
export interface OpenCard {
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly policy: Policy
  readonly agentPolicy: Policy | null
}

/**
 * The open cards of a customer, or those of one of its agents. The agent is no join: told the bucket, a plan for few agents goes through
 * all of it for each card.
 */
export const openCardsBeneath = (
  { tx, customer }: LockedCustomer,
  { agentId }: { agentId: string | null },
): Promise<OpenCard[]> =>
  tx
    .selectFrom('cards')
    .select(({ selectFrom }) => [
      'cards.id as id',
      'cards.created_at as createdAt',
      'cards.expires_at as expiresAt',
      'cards.policy as policy',
      selectFrom('agents')
        .select('policy')
        .where('agents.bucket', '=', bucketOf(customer.id))
        .whereRef('agents.id', '=', 'cards.agent_id')
        .as('agentPolicy'),
    ])
    .where('cards.bucket', '=', bucketOf(customer.id))
    .where(agentId === null ? 'cards.customer_id' : 'cards.agent_id', '=', agentId ?? customer.id)
    .where('cards.status', '<>', 'closed')
    .execute()

/** Sets the expiry of many of a customer's cards in one statement. */
export async function saveExpiries(
  { tx, customer }: LockedCustomer,
  cards: readonly { id: string; expiresAt: number | null }[],
): Promise<void> {
  if (cards.length === 0) return
  const ids = cards.map((card) => card.id)
  const times = cards.map((card) => card.expiresAt)
  const saved = await sql`
    update cards set expires_at = change.expires_at
    from unnest(${ids.map(bucketOf)}::smallint[], ${ids}::text[], ${times}::bigint[]) as change (bucket, id, expires_at)
    where cards.bucket = change.bucket and cards.id = change.id collate "C"
      and (cards.customer_id = ${customer.id}) is true`.execute(tx)
  assert(saved.numAffectedRows === BigInt(cards.length), 'the cards that are changed are the locked customer’s')
}
