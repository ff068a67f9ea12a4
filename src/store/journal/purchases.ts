import type { WorkingSet } from '../../domain/batch/working-set.ts'
import { duplicateWindow } from '../../domain/ladder/shadow.ts'
import type { Merchant } from '../../domain/entities.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { firstId } from '../../lib/ids.ts'
import { earlierPurchases, NO_END } from '../transactions/earlier-purchases.ts'
import type { Connection } from '../connection/transaction.ts'

/** A purchase that is to be decided. `amount`: cents. */
export interface RequestedPurchase {
  readonly amount: number
  readonly merchant: Merchant
}

/**
 * Reads earlier purchases that may be duplicates, by card. It costs one more round trip, and only if a card's policy looks for duplicates.
 */
export async function readPurchases(
  connection: Connection,
  set: Pick<WorkingSet, 'customers' | 'agents' | 'cards'>,
  { requested, now }: { requested: readonly (RequestedPurchase & { readonly cardId: string | null })[]; now: number },
): Promise<WorkingSet['purchases']> {
  const lookBacks = requested.flatMap(({ cardId, amount, merchant }) => {
    const card = set.cards.get(cardId ?? '')
    if (card === undefined || amount === 0) return []
    const windowMinutes = duplicateWindow({
      card,
      agent: set.agents.get(card.agentId ?? '') ?? null,
      customer: set.customers.get(card.customerId) ?? null,
    })
    if (windowMinutes === undefined) return []
    return [
      { cardId: card.id, amount, merchant, after: firstId('txn', now - windowMinutes * MINUTE_MS), before: NO_END },
    ]
  })
  if (lookBacks.length === 0) return new Map()
  const found = await earlierPurchases((statement, values) => connection.rows(statement, values), lookBacks)
  const purchases: WorkingSet['purchases'] = new Map()
  for (const [index, { cardId }] of lookBacks.entries()) {
    purchases.set(cardId, [...(purchases.get(cardId) ?? []), ...(found[index] ?? [])])
  }
  return purchases
}
