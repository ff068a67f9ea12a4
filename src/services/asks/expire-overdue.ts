import type { Database } from '../../store/connection/database.ts'
import type { ApprovalAskExpiryContext } from '../../store/asks/overdue-asks.ts'
import type { ReadOperationContext } from '../request/context.ts'

/**
 * Expires the overdue intents, subscriptions, change requests or challenges of the caller's account, so that no answer shows one as
 * waiting. `expire`: expires those of one kind, and resolves with their number.
 */
export async function expireOverdueApprovalAsksOfAccount(
  { database, principal, clock, ids, vault, wakeDispatcher }: ReadOperationContext,
  expire: (database: Database, expiry: ApprovalAskExpiryContext) => Promise<number>,
): Promise<void> {
  const expiry = { now: clock.now(), ids, vault, accountId: principal.accountId }
  if ((await expire(database, expiry)) > 0) wakeDispatcher()
}
