import { systemAct } from '../domain/audit/record.ts'
import type { AuthorizationEngine } from '../engine/engine.ts'
import type { Part } from '../store/sharding/groups.ts'
import type { Database } from '../store/connection/database.ts'
import { duePages } from '../store/due/due-pages.ts'
import { type DueHold, overdueHolds } from '../store/due/due-rows.ts'

const BATCH = 200

/**
 * Ends holds that were not settled in time, through the engine: it alone changes what counts as spent. Each hold has its
 * turn once a sweep, whatever the engine says of it or of the others: one that cannot be ended, or a full queue, must not
 * keep the room of all later ones. Throws the first failure when all had theirs. The engine wakes the dispatcher itself.
 */
export async function expireHolds(
  database: Database,
  engine: Pick<AuthorizationEngine, 'submit'>,
  { now, part }: { now: number; part: Part },
): Promise<void> {
  let failure: PromiseRejectedResult | undefined
  for await (const due of duePages<DueHold>((after) => overdueHolds(database.db, now, { part, after, limit: BATCH }))) {
    const ended = await Promise.allSettled(
      due.map(({ id, accountId }) =>
        engine.submit({ kind: 'expire', accountId, transactionId: id }, systemAct('expireHold')),
      ),
    )
    failure ??= ended.find((end) => end.status === 'rejected')
  }
  if (failure) throw failure.reason
}
