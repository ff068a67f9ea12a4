import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import { changeRequestLife } from '../../domain/lifecycles/change-request.ts'
import { type Expiry, expireOverdueAsks } from '../asks/overdue-asks.ts'
import { givenIds } from '../statements/given-rows.ts'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'
import { changeRequests } from '../rows/change-requests.ts'
import { REQUEST_EXPIRY, changeRequestSaving } from './change-request-queries.ts'

/** Expires every overdue change request that nobody has decided. Resolves with how many it has expired. */
export const expireOverdueChangeRequests = (database: Database, expiry: Expiry): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: 'change_requests',
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: REQUEST_EXPIRY,
    read: changeRequestsById,
    expired: (request, now) => expiredAsk(changeRequestLife, request, now),
    saving: changeRequestSaving,
  })

async function changeRequestsById(db: Db, ids: readonly string[]): Promise<ChangeRequestState[]> {
  const rows = await db
    .selectFrom(givenIds(ids))
    .innerJoin('change_requests as request', (on) =>
      on.onRef('request.bucket', '=', 'given.bucket').onRef('request.id', '=', 'given.id'),
    )
    .selectAll('request')
    .execute()
  return rows.map(changeRequests.state)
}
