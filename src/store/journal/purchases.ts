import type { WorkingSet } from '../../domain/batch/working-set.ts'
import { duplicateWindow } from '../../domain/decision/shadow.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { firstId } from '../../lib/ids.ts'
import { purchase, type PurchaseRow } from '../rows/states.ts'
import { givenParameters, givenRows } from '../sharding/given-rows.ts'
import type { Connection, Statement } from './transaction.ts'

/** By card. One more trip, for the few cards whose policy looks for duplicates. */
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
  const found = Map.groupBy(rows, ({ card_id }) => card_id)
  return new Map([...found].map(([cardId, own]) => [cardId, own.map(purchase)]))
}

/**
 * Only of cards whose policy looks for duplicates, and only amounts that are asked for. In order, so that the planner reads each
 * card by its index: without, where most belongs to few cards, it reads the whole table once for all of them.
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
