import { sql, type SqlBool } from 'kysely'
import { decidedChange } from '../../domain/audit/audited.ts'
import { EXPIRE_INTENT, systemAct } from '../../domain/audit/record.ts'
import { intentEvent } from '../../domain/events/events.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { intentLife } from '../../domain/lifecycles/intent.ts'
import { wanted } from '../sharding/by-id.ts'
import type { LockedCustomers } from '../customers/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import type { Intent } from './intents.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { endOverdue, type Expiry } from '../due/overdue.ts'
import { intentState } from '../rows/states.ts'
import { isWaitingSql } from './waiting-intents.ts'

/** Whoever finds an intent that is overdue, its time has ended it. */
const EXPIRY = systemAct(EXPIRE_INTENT)
const stillWaiting = sql.raw<SqlBool>(isWaitingSql)

/**
 * Ends every intent whose time is over, with the approval that waits for it and one `intent.expired` each. The sweeper and every
 * read of a list call it. Answers how many.
 */
export const expireOverdueIntents = (database: Database, expiry: Expiry): Promise<number> =>
  endOverdue(database, expiry, {
    table: 'intents',
    isWaiting: stillWaiting,
    act: EXPIRY,
    end: async (...overdue) => (await expireIntents(...overdue)).length,
  })

/** Ends these intents, as far as they are overdue. */
export async function expireIntents(locked: LockedCustomers, ids: readonly string[], now: number): Promise<Intent[]> {
  const expired = await locked.tx
    .updateTable('intents')
    .from(wanted(ids))
    .set({ status: 'expired' })
    .whereRef('intents.bucket', '=', 'wanted.bucket')
    .whereRef('intents.id', '=', 'wanted.id')
    .where(sql<SqlBool>`(${stillWaiting} and expires_at <= ${now}) is true`)
    .returningAll('intents')
    .execute()
  if (expired.length === 0) return []
  for (const intent of expired) locked.own(intent)
  await locked.tx
    .updateTable('approvals')
    .from(wanted(expired.map(({ id }) => id)))
    .set({ status: 'expired' })
    .whereRef('approvals.bucket', '=', 'wanted.bucket')
    .whereRef('approvals.intent_id', '=', 'wanted.id')
    .where('status', '=', 'pending')
    .execute()
  const states = expired.map(intentState)
  await recordEvents(
    locked,
    states.map((intent) => intentEvent(intentLife.expired.event, intent, now)),
  )
  for (const after of states) {
    const before = { ...after, status: waitedFor(after) }
    const end = { status: intentLife.expired.approval, decidedBy: null, decidedAt: null, note: null }
    locked.audit.record(decidedChange(before, after, end), EXPIRY)
  }
  return expired
}

/** What an intent waited for until its time was over. */
const waitedFor = ({ requiresApproval, decidedAt }: IntentState): IntentState['status'] =>
  requiresApproval && decidedAt === null ? 'pending_approval' : 'pending'
