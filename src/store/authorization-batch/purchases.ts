import type { Command } from '../../domain/batch/commands.ts'
import type { LoadedCard, WorkingSet } from '../../domain/batch/working-set.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { BatchConnection } from './connection.ts'
import { grouped } from './grouped.ts'
import { purchase, type PurchaseRow } from './rows.ts'

/** One more round trip, for the few cards whose policy looks for duplicates. */
export async function loadPurchases(
  connection: BatchConnection,
  set: WorkingSet,
  { commands, now }: { commands: readonly Command[]; now: number },
): Promise<void> {
  const looked = lookedThrough(set).map(({ card, windowMinutes }) => ({
    id: card.id,
    after: now - windowMinutes * MINUTE_MS,
  }))
  if (looked.length === 0) return
  const values = [looked.map(({ id }) => id), looked.map(({ after }) => after), amountsOf(commands)]
  const rows = await connection.rows<PurchaseRow>(selectPurchases, values)
  for (const [cardId, purchases] of grouped(rows.map((row) => [row.card_id, purchase(row)]))) {
    set.purchases.set(cardId, purchases)
  }
}

type Levels = Pick<WorkingSet, 'customers' | 'agents' | 'cards'>

/** The cards among whose earlier purchases duplicates are looked for. */
export const lookedThrough = (levels: Levels): { card: LoadedCard; windowMinutes: number }[] =>
  [...levels.cards.values()].flatMap((card) => {
    const windowMinutes = duplicateWindow(levels, card)
    return windowMinutes === undefined ? [] : [{ card, windowMinutes }]
  })

const duplicateWindow = ({ customers, agents }: Levels, card: LoadedCard): number | undefined =>
  card.policy.duplicateWindowMinutes ??
  agents.get(card.agentId ?? '')?.policy.duplicateWindowMinutes ??
  customers.get(card.customerId)?.policy.duplicateWindowMinutes

const amountsOf = (commands: readonly Command[]): number[] =>
  commands.flatMap((command) => (command.kind === 'authorize' ? [command.amount] : []))

/**
 * Only for cards whose policy looks for duplicates, and only amounts that a command of the batch asks for. `offset 0` keeps
 * it a search for each card, by its index: joined, the planner reads the whole table for amounts it takes for rare. With an
 * upper end it expects few rows of the range.
 */
const selectPurchases = {
  name: 'select-purchases',
  text: `select t.card_id, t.created_at, t.amount, t.merchant->>'name' as merchant_name
    from unnest($1::text[], $2::bigint[]) as looked(card_id, after)
      cross join lateral (select card_id, created_at, amount, merchant from transactions where card_id = looked.card_id and created_at > looked.after
        and created_at < 9007199254740992
        and amount = any($3) and decision = 'approve' and type = 'authorization' offset 0) t`,
}
