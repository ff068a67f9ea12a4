import type { AuthorizationEngine } from '../engine/engine.ts'
import type { Database } from '../store/database.ts'
import { type DueHold, overdueHolds } from '../store/due-rows.ts'

const BATCH = 200

/**
 * Ends holds that were not settled in time, through the engine: it alone changes what counts as spent. Each hold is seen
 * once a sweep, whatever the engine says of it. The engine wakes the dispatcher itself.
 */
export async function expireHolds(
  database: Database,
  engine: Pick<AuthorizationEngine, 'submit'>,
  now: number,
): Promise<void> {
  let after: DueHold | null = null
  for (;;) {
    const due: DueHold[] = await overdueHolds(database.db, now, { after, limit: BATCH })
    await Promise.all(due.map(({ id, accountId }) => engine.submit({ kind: 'expire', accountId, transactionId: id })))
    after = due.at(-1) ?? null
    if (after === null) return
  }
}
