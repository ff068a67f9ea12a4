import { auditedActOfSystem } from '../domain/audit/audited-act.ts'
import type { AuthorizationEngine } from '../engine/engine.ts'
import type { BucketScope } from '../store/sharding/groups.ts'
import type { Database } from '../store/connection/database.ts'
import { pagesOfExpiringRows } from '../store/due/due-pages.ts'
import { type DueHold, overdueHolds } from '../store/due/due-rows.ts'

const BATCH = 200

/**
 * Ends holds that were not settled in time. The engine ends the holds, because only the engine changes what counts as spent. Every hold is
 * tried once in a sweep, even if the engine could not end another hold: otherwise one hold that cannot be ended, or a full queue, would
 * leave all later holds counted as spent. Rejects with the first failure after all were tried. The engine wakes the dispatcher itself.
 */
export async function expireHolds(
  database: Database,
  engine: Pick<AuthorizationEngine, 'submit'>,
  { now, bucketScope }: { now: number; bucketScope: BucketScope },
): Promise<void> {
  let failure: PromiseRejectedResult | undefined
  for await (const due of pagesOfExpiringRows<DueHold>((after) =>
    overdueHolds(database.db, now, { bucketScope, after, limit: BATCH }),
  )) {
    const ended = await Promise.allSettled(
      due.map(({ id, accountId }) =>
        engine.submit({ kind: 'expire', accountId, transactionId: id }, auditedActOfSystem('expireHold')),
      ),
    )
    failure ??= ended.find((end) => end.status === 'rejected')
  }
  if (failure) throw failure.reason
}
