import type { QueryResultRow } from 'pg'
import type { Policy } from '../../contract/policy.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

/** A card that is not closed, with the policies on which its expiry depends. */
export interface OpenCardRow extends QueryResultRow {
  readonly id: string
  readonly customer_id: string
  readonly created_at: number
  readonly expires_at: number | null
  readonly policy: Policy
  readonly agent_policy: Policy | null
  readonly customer_policy: Policy
}

/** Reads the cards that are not closed: of all customers, or of one customer. */
export async function* openCardsInSnapshot(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<OpenCardRow> {
  const own = customerId === undefined ? '' : 'and customer_id = $1'
  const keys = `select id from cards where status <> 'closed' ${own} order by id`
  for await (const page of pagesOfSnapshotQuery<{ id: string }>(snapshot, 'open_cards', [
    keys,
    customerId ? [customerId] : [],
  ])) {
    yield* snapshot.slices.each(
      await snapshot.rows<OpenCardRow>(
        `select cards.id, cards.customer_id, cards.created_at, cards.expires_at, cards.policy, agents.policy as agent_policy,
          customers.policy as customer_policy
        from cards join customers on customers.bucket = cards.bucket and customers.id = cards.customer_id
        left join agents on agents.bucket = cards.bucket and agents.id = cards.agent_id
        where cards.id = any($1) order by cards.id`,
        [page.map(({ id }) => id)],
      ),
    )
  }
}
