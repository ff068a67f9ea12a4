import type { LoadedSubscription } from '../../domain/subscription.ts'
import { GIVEN_IDS_TABLE_SQL, givenIdsSqlParameters } from '../statements/given-rows.ts'
import { loadedSubscription, loadedSubscriptionColumns, type LoadedSubscriptionRow } from '../rows/subscriptions.ts'
import type { StoredDecisionInputs } from '../../domain/batch/decision-inputs.ts'
import type { StoredTransaction } from '../rows/transactions.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'

type Purchase = Pick<StoredTransaction, 'decision_inputs' | 'subscription_id'>

/**
 * Reads the subscriptions that purchases matched or could match, by id. The period of a subscription that was taken at the time of a
 * purchase is stored with the purchase.
 */
export async function readSubscriptions(
  snapshot: DatabaseSnapshot,
  purchases: readonly Purchase[],
): Promise<Map<string, LoadedSubscription>> {
  const ids = new Set(
    purchases.flatMap(({ decision_inputs: inputs, subscription_id: matched }) => [
      ...(inputs?.subscriptions ?? []).map(([id]) => id),
      ...(matched === null ? [] : [matched]),
    ]),
  )
  if (ids.size === 0) return new Map()
  const columns = loadedSubscriptionColumns.map((name) => `stored.${name}`).join(', ')
  const rows = await snapshot.rows<LoadedSubscriptionRow>(
    `select ${columns} from ${GIVEN_IDS_TABLE_SQL}
      join subscriptions stored on stored.bucket = given.bucket and stored.id = given.id`,
    givenIdsSqlParameters([...ids]),
  )
  return new Map(rows.map((row) => [row.id, loadedSubscription(row)]))
}

/**
 * Returns the subscriptions of a card as a decision found them. The decision stores their ids and the periods that were taken then; all of
 * them were active.
 */
export function pastSubscriptions(
  stored: StoredDecisionInputs['subscriptions'],
  known: ReadonlyMap<string, LoadedSubscription>,
): { subscriptions?: LoadedSubscription[] } {
  if (stored === undefined) return {}
  return {
    subscriptions: stored.flatMap(([id, startsAt]) => {
      const subscription = known.get(id)
      if (subscription === undefined) return []
      return [{ ...subscription, status: 'active', taken: startsAt === null ? null : { startsAt, transactionId: '' } }]
    }),
  }
}
