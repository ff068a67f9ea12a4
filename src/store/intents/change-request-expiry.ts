import { sql, type SqlBool } from 'kysely'
import { systemAct } from '../../domain/audit/record.ts'
import { changeRequestChange } from '../audit/audited-rows.ts'
import { givenIds } from '../sharding/given-rows.ts'
import { changeRequestEvent } from './change-requests.ts'
import type { LockedCustomers } from '../customers/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { endOverdue, type Expiry } from '../due/overdue.ts'

/** Whoever finds one that is overdue, its time has ended it. */
const EXPIRY = systemAct('expireChangeRequest')
const isWaiting = sql<SqlBool>`status = 'pending'`

/** Ends every change request that nobody decided about in time. Answers how many. */
export const expireOverdueChangeRequests = (database: Database, expiry: Expiry): Promise<number> =>
  endOverdue(database, expiry, { table: 'change_requests', isWaiting, act: EXPIRY, end: expireChangeRequests })

/** Ends these, as far as they are overdue. */
export async function expireChangeRequests(
  locked: LockedCustomers,
  ids: readonly string[],
  now: number,
): Promise<number> {
  const expired = await locked.tx
    .updateTable('change_requests')
    .from(givenIds(ids))
    .set({ status: 'expired' })
    .whereRef('change_requests.bucket', '=', 'given.bucket')
    .whereRef('change_requests.id', '=', 'given.id')
    .where(sql<SqlBool>`(${isWaiting} and expires_at <= ${now}) is true`)
    .returningAll('change_requests')
    .execute()
  for (const after of expired) {
    locked.audit.record(changeRequestChange({ ...locked.own(after), status: 'pending' }, after), EXPIRY)
  }
  await recordEvents(
    locked,
    expired.map((request) => changeRequestEvent(request, now)),
  )
  return expired.length
}
