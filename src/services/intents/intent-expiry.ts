import { present } from '../../lib/assert.ts'
import { changing } from '../../store/audit/trail.ts'
import type { LockedCustomer } from '../../store/customers/customer-lock.ts'
import { isOverdue } from '../../domain/intents/intent.ts'
import { expireIntents, expireOverdueIntents } from '../../store/intents/intent-expiry.ts'
import { findIntent, type Intent, lockIntent, type NamedIntent } from '../../store/intents/intents.ts'
import type { ReadContext, WriteContext } from '../request/context.ts'

/** Ends what is overdue in the caller's account, so that no list shows an intent that only looks pending. */
export async function expireOverdue(context: ReadContext): Promise<void> {
  const { database, principal, clock, ids, vault, wakeDispatcher } = context
  const expiry = { now: clock.now(), ids, vault, accountId: principal.accountId }
  if ((await expireOverdueIntents(database, expiry)) > 0) wakeDispatcher()
}

/** An intent that was read, as it stands now: an overdue one ends here, once, whoever reads it at the same time. */
export async function readIntent(context: ReadContext, intent: NamedIntent): Promise<NamedIntent> {
  const now = context.clock.now()
  if (!isOverdue({ status: intent.status, expiresAt: intent.expires_at }, now)) return intent
  await changing(context.database, context, async (writing) => {
    const overdue = await lockIntent(writing, context.principal, intent.id)
    if (overdue) await expireIntents(overdue.locked, [intent.id], now)
  })
  context.wakeDispatcher()
  return present(await findIntent(context.db, context.principal, intent.id), 'an intent is never deleted')
}

/** The same inside a transaction that holds the customer's lock. */
export async function currentIntent({ clock }: WriteContext, locked: LockedCustomer, intent: Intent): Promise<Intent> {
  const now = clock.now()
  if (!isOverdue({ status: intent.status, expiresAt: intent.expires_at }, now)) return intent
  const [expired] = await expireIntents(locked, [intent.id], now)
  return present(expired, 'an overdue intent expires under the lock')
}
