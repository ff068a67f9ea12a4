import { systemAct } from '../domain/audit/record.ts'
import { type ClosedCard, closedWithNumber, destroyNumbers } from '../store/numbers/destroyed-numbers.ts'
import type { Appending } from '../store/audit/chain.ts'
import type { Database } from '../store/connection/database.ts'
import { underLocks } from '../store/due/under-locks.ts'

const BATCH = 500

/**
 * Destroys the numbers and CVVs of cards that were closed before `until`, Unix milliseconds. Every run looks for all closed cards that
 * still have a number, by an index of only these cards. No run stores up to which time it has looked: after a clock was wrong once, that
 * time would stay wrong for ever. Cards of customers who stay locked are left for the next run.
 */
export async function destroyClosedNumbers(
  database: Database,
  { until, now, ids, vault }: { until: number; now: number } & Appending,
): Promise<void> {
  for (;;) {
    const closed = await closedWithNumber(database.db, { until, limit: BATCH })
    const destroyed = await underLocks<ClosedCard>(
      database,
      { ids, vault, act: systemAct('destroyCardNumber') },
      {
        rows: closed,
        customerOf: (card) => card.customerId,
        run: async (locked, cards) => {
          const cardIds = cards.map(({ id }) => id)
          await destroyNumbers(locked, cardIds, now)
          return cards.length
        },
      },
    )
    if (closed.length < BATCH || destroyed === 0) return
  }
}
