import { expiredCard } from '../domain/changes/card.ts'
import { auditedActOfSystem } from '../domain/audit/audited-act.ts'
import type { BucketScope } from '../store/sharding/groups.ts'
import type { AuditAppendContext } from '../store/audit/chain.ts'
import { lockedCards } from '../store/cards/locked-cards.ts'
import { saveAuditedChanges } from '../store/changes/save-changes.ts'
import { cardSaveStatements } from '../store/cards/card-saving.ts'
import type { Database } from '../store/connection/database.ts'
import { pagesOfExpiringRows } from '../store/due/due-pages.ts'
import { type OverdueCard, overdueCards } from '../store/due/due-rows.ts'
import { underCustomerLocks } from '../store/locks/under-customer-locks.ts'

const BATCH = 500

/** Closes expired cards with the event `card.closed`, reason `expired` (contract, section 5). Returns how many cards it closed. */
export async function closeExpiredCards(
  database: Database,
  { now, ids, vault, bucketScope }: { now: number; bucketScope: BucketScope } & AuditAppendContext,
): Promise<number> {
  let closed = 0
  for await (const due of pagesOfExpiringRows<OverdueCard>((after) =>
    overdueCards(database.db, now, { bucketScope, after, limit: BATCH }),
  )) {
    closed += await underCustomerLocks(
      database,
      { ids, vault, act: auditedActOfSystem('closeExpiredCard') },
      {
        rows: due,
        customerOf: (card) => card.customerId,
        run: async (locked, cards) => {
          const found = await lockedCards(
            locked,
            cards.map(({ id }) => id),
          )
          const changes = found.flatMap((card) => expiredCard(card, now) ?? [])
          await saveAuditedChanges(locked, [cardSaveStatements(changes, now)])
          return changes.length
        },
      },
    )
  }
  return closed
}
