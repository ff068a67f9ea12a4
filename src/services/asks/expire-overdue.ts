import type { Database } from '../../store/connection/database.ts'
import type { AskExpiryContext } from '../../store/asks/overdue-asks.ts'
import type { ReadContext } from '../request/context.ts'

/** Expires the overdue asks of the caller's account, of the kind that `expire` ends, so that no answer shows one as waiting. */
export async function expireOverdueAsksOfAccount(
  { database, principal, clock, ids, vault, wakeDispatcher }: ReadContext,
  expire: (database: Database, expiry: AskExpiryContext) => Promise<number>,
): Promise<void> {
  const expiry = { now: clock.now(), ids, vault, accountId: principal.accountId }
  if ((await expire(database, expiry)) > 0) wakeDispatcher()
}
