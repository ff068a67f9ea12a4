import { changedCardExpiries } from '../domain/changes/expiries.ts'
import { openCardsInSnapshot } from '../store/history/open-cards.ts'
import type { DatabaseSnapshot } from '../store/connection/snapshot.ts'
import type { ReplayDifference } from './replay-difference.ts'

/** Checks that the stored expiry of each open card follows from the policies of the card, its agent and its customer. */
export async function compareExpiries(
  snapshot: DatabaseSnapshot,
  { customerId, report }: { customerId: string | undefined; report: (difference: ReplayDifference) => void },
): Promise<void> {
  for await (const row of openCardsInSnapshot(snapshot, customerId)) {
    const card = {
      id: row.id,
      customerId: row.customer_id,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      policy: row.policy,
      agentPolicy: row.agent_policy,
    }
    for (const { expiresAt } of changedCardExpiries({ customer: { policy: row.customer_policy }, agent: null }, [
      card,
    ])) {
      const about = { customerId: row.customer_id, sequence: null, subject: row.id, what: 'expires_at' }
      report({ ...about, stored: row.expires_at, replayed: expiresAt })
    }
  }
}
