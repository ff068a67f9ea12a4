import { sql, type SqlBool } from 'kysely'
import { systemAct } from '../domain/audit/record.ts'
import type { Expiry } from './intent-expiry.ts'
import { changeRequestChange } from './audit/audited-rows.ts'
import { wanted } from './by-id.ts'
import { changeRequestEvent } from './change-requests.ts'
import type { LockedCustomers } from './customer-lock.ts'
import type { Database, Db } from './database.ts'
import { afterDue, duePages, type Due } from './due-pages.ts'
import { recordEvents } from './outbox.ts'
import { inAccount } from './scope.ts'
import { underLocks } from './under-locks.ts'

const BATCH = 500
/** Whoever finds one that is overdue, its time has ended it. */
const EXPIRY = systemAct('expireChangeRequest')
/** In words and not as a parameter: the index of these rows alone is found by its words. */
const isWaiting = sql<SqlBool>`status = 'pending'`

/** Ends every change request that nobody decided about in time, like `expireOverdueIntents`. Answers how many. */
export async function expireOverdueChangeRequests(database: Database, expiry: Expiry): Promise<number> {
  let ended = 0
  for await (const overdue of duePages<Overdue>((after) => selectOverdue(database.db, expiry, after))) {
    ended += await underLocks(
      database,
      { ids: expiry.ids, act: EXPIRY },
      {
        rows: overdue,
        customerOf: ({ customerId }) => customerId,
        run: (locked, requests) =>
          expireChangeRequests(
            locked,
            requests.map(({ id }) => id),
            expiry.now,
          ),
      },
    )
  }
  return ended
}

/** Ends these, as far as they are overdue. */
export async function expireChangeRequests(
  locked: LockedCustomers,
  ids: readonly string[],
  now: number,
): Promise<number> {
  const expired = await locked.tx
    .updateTable('change_requests')
    .from(wanted(ids))
    .set({ status: 'expired' })
    .whereRef('change_requests.bucket', '=', 'wanted.bucket')
    .whereRef('change_requests.id', '=', 'wanted.id')
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

interface Overdue extends Due {
  readonly customerId: string
}

const selectOverdue = (db: Db, { now, accountId }: Expiry, after: Overdue | null): Promise<Overdue[]> =>
  db
    .selectFrom('change_requests')
    .select(['id', 'customer_id as customerId', 'expires_at as expiresAt'])
    .where(isWaiting)
    .where('expires_at', '<=', now)
    .$if(accountId !== undefined, (requests) => requests.where(inAccount(accountId ?? '')))
    .where(afterDue(after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
