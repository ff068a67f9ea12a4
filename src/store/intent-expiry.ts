import { sql, type SqlBool } from 'kysely'
import { decidedChange } from '../domain/audit/audited.ts'
import { EXPIRE_INTENT, systemAct } from '../domain/audit/record.ts'
import { intentEvent } from '../domain/events.ts'
import type { IntentState } from '../domain/intent.ts'
import { intentLife } from '../domain/lifecycles/intent.ts'
import type { Ids } from '../lib/ids.ts'
import { wanted } from './by-id.ts'
import type { LockedCustomers } from './customer-lock.ts'
import type { Database, Db } from './database.ts'
import { afterDue, duePages, type Due } from './due-pages.ts'
import type { Intent } from './intents.ts'
import { recordEvents } from './outbox.ts'
import { inAccount } from './scope.ts'
import { intentState } from './states.ts'
import { underLocks } from './under-locks.ts'
import { isWaitingSql } from './waiting-intents.ts'

const BATCH = 500
/** Whoever finds an intent that is overdue, its time has ended it. */
const EXPIRY = systemAct(EXPIRE_INTENT)
const stillWaiting = sql.raw<SqlBool>(isWaitingSql)

export interface Expiry {
  readonly now: number
  readonly ids: Ids
  /** Only this account's: a caller's read ends nothing of others. */
  readonly accountId?: string
}

/**
 * Ends every intent whose time is over, with the approval that waits for it and one `intent.expired` each, in bounded
 * transactions. The sweeper and every read of a list call it; whoever is second finds nothing left. Answers how many.
 */
export async function expireOverdueIntents(database: Database, expiry: Expiry): Promise<number> {
  let ended = 0
  for await (const overdue of duePages<Overdue>((after) => selectOverdue(database.db, expiry, after))) {
    ended += await underLocks(
      database,
      { ids: expiry.ids, act: EXPIRY },
      {
        rows: overdue,
        customerOf: (intent) => intent.customerId,
        run: async (locked, intents) => {
          const ids = intents.map(({ id }) => id)
          return (await expireIntents(locked, ids, expiry.now)).length
        },
      },
    )
  }
  return ended
}

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

interface Overdue extends Due {
  readonly customerId: string
}

/** The longest overdue first, after the last one that was seen. */
const selectOverdue = (db: Db, { now, accountId }: Expiry, after: Overdue | null): Promise<Overdue[]> =>
  db
    .selectFrom('intents')
    .select(['id', 'customer_id as customerId', 'expires_at as expiresAt'])
    .where(stillWaiting)
    .where('expires_at', '<=', now)
    .$if(accountId !== undefined, (intents) => intents.where(inAccount(accountId ?? '')))
    .where(afterDue(after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
