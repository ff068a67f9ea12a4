import { auditedActOfSystem } from '../domain/audit/audited-act.ts'
import { type ClosedCard, closedCardsWithNumber, destroyCardNumbers } from '../store/numbers/destroyed-numbers.ts'
import type { AuditAppendContext } from '../store/audit/chain.ts'
import type { Database } from '../store/connection/database.ts'
import { underCustomerLocks } from '../store/locks/under-customer-locks.ts'

const BATCH = 500

/**
 * Destroys the numbers and CVVs of cards that were closed before `until`, Unix milliseconds. Every run searches all closed cards that still
 * have a number; an index contains just these cards. No run stores the time up to which it has searched, because a clock that was wrong
 * once would make that time wrong for ever. Cards of customers that another transaction keeps locked are left for the next run.
 */
export async function destroyNumbersOfClosedCards(
  database: Database,
  { until, now, ids, vault }: { until: number; now: number } & AuditAppendContext,
): Promise<void> {
  for (;;) {
    const closed = await closedCardsWithNumber(database.db, { until, limit: BATCH })
    const destroyed = await underCustomerLocks<ClosedCard>(
      database,
      { ids, vault, act: auditedActOfSystem('destroyCardNumber') },
      {
        rows: closed,
        customerOf: (card) => card.customerId,
        run: async (locked, cards) => {
          const cardIds = cards.map(({ id }) => id)
          await destroyCardNumbers(locked, cardIds, now)
          return cards.length
        },
      },
    )
    if (closed.length < BATCH || destroyed === 0) return
  }
}
