import type { WorkingSet } from '../../domain/batch/working-set.ts'
import { duplicateWindow } from '../../domain/decision/shadow.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { firstId } from '../../lib/ids.ts'
import { purchase, type PurchaseRow } from '../rows/states.ts'
import { givenParameters, givenRows } from '../sharding/given-rows.ts'
import type { Connection, Statement } from './transaction.ts'

/**
 * Reads earlier purchases that may be duplicates, by card. It costs one more round trip, and only if a card's policy looks for duplicates.
 */
export async function readPurchases(
  connection: Connection,
  set: Pick<WorkingSet, 'customers' | 'agents' | 'cards'>,
  { amounts, now }: { amounts: readonly number[]; now: number },
): Promise<WorkingSet['purchases']> {
  const cards = [...set.cards.values()].flatMap((card) => {
    const levels = {
      card,
      agent: set.agents.get(card.agentId ?? '') ?? null,
      customer: set.customers.get(card.customerId) ?? null,
    }
    const windowMinutes = duplicateWindow(levels)
    return windowMinutes === undefined ? [] : [{ id: card.id, after: firstId('txn', now - windowMinutes * MINUTE_MS) }]
  })
  if (cards.length === 0 || amounts.length === 0) return new Map()
  const ids = cards.map(({ id }) => id)
  const values = [...givenParameters(ids, [ids, cards.map(({ after }) => after)]), amounts]
  const rows = await connection.rows<PurchaseRow>(selectPurchases, values)
  const byCard = Map.groupBy(rows, ({ card_id }) => card_id)
  return new Map([...byCard].map(([cardId, own]) => [cardId, own.map(purchase)]))
}

/**
 * Reads only the cards whose policy looks for duplicates, and only the requested amounts. The `order by` makes the planner read each card
 * by its index: without it, if most rows belong to few cards, the planner reads the whole table once for all cards.
 */
const selectPurchases: Statement = {
  name: 'select-purchases',
  text: `select t.* from ${givenRows({ id: 'text', after: 'text' })}
    cross join lateral (
      select card_id, created_at, amount, merchant->>'name' as merchant_name from transactions
      where bucket = given.bucket and card_id = given.id and id >= given.after
        and amount = any($5) and decision = 'approve' and type = 'authorization'
      order by id) t`,
}
