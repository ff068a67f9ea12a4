import type { Ids } from '../lib/ids.ts'
import { moveCards } from '../store/card-status.ts'
import { lockCustomers } from '../store/customers.ts'
import type { Database } from '../store/database.ts'
import { overdueCards, stillOverdue } from '../store/due-rows.ts'

const BATCH = 500

/** Closes cards whose time is over: `card.closed`, reason `expired` (contract, section 5). Answers how many. */
export async function closeExpiredCards(database: Database, { now, ids }: { now: number; ids: Ids }): Promise<number> {
  let closed = 0
  for (;;) {
    const due = await overdueCards(database.db, now, BATCH)
    if (due.length === 0) return closed
    closed += await database.transaction(async (tx) => {
      await lockCustomers(
        tx,
        due.map((card) => card.customerId),
      )
      const cardIds = await stillOverdue(
        tx,
        due.map((card) => card.id),
        now,
      )
      const moved = await moveCards(tx, { cardIds, to: 'closed', reason: 'expired', now, ids })
      return moved.length
    })
  }
}
