import { sql, type SqlBool } from 'kysely'
import { expiredRequest } from '../../domain/changes/change-request.ts'
import { saveChanges } from '../changes/save-changes.ts'
import { givenIds } from '../statements/given-rows.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Database } from '../connection/database.ts'
import { endOverdue, type Expiry } from '../due/overdue.ts'
import { changeRequests } from '../rows/change-requests.ts'
import { REQUEST_EXPIRY, changeRequestSaving } from './change-request-queries.ts'

const isWaiting = sql<SqlBool>`status = 'pending'`

/** Expires every overdue change request that nobody has decided. Resolves with how many it has expired. */
export const expireOverdueChangeRequests = (database: Database, expiry: Expiry): Promise<number> =>
  endOverdue(database, expiry, { table: 'change_requests', isWaiting, act: REQUEST_EXPIRY, end: expireChangeRequests })

/** Expires those of the given change requests that are overdue. Resolves with how many it has expired. */
async function expireChangeRequests(locked: LockedCustomers, ids: readonly string[], now: number): Promise<number> {
  const rows = await locked.tx
    .selectFrom(givenIds(ids))
    .innerJoin('change_requests as request', (on) =>
      on.onRef('request.bucket', '=', 'given.bucket').onRef('request.id', '=', 'given.id'),
    )
    .selectAll('request')
    .execute()
  const changes = rows.flatMap((row) => expiredRequest(changeRequests.state(row), now) ?? [])
  if (changes.length > 0) await saveChanges(locked, [changeRequestSaving(changes, now)])
  return changes.length
}
