import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { changeRequestLife } from '../../domain/lifecycles/change-request.ts'
import { type Expiry, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'
import { changeRequests } from '../rows/change-requests.ts'
import { REQUEST_EXPIRY, changeRequestSaving } from './change-request-queries.ts'

/** Expires every overdue change request that nobody has decided. Resolves with how many it has expired. */
export const expireOverdueChangeRequests = (database: Database, expiry: Expiry): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: changeRequests,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: REQUEST_EXPIRY,
    expired: (request, now) => expiredAsk(changeRequestLife, request, now),
    saving: changeRequestSaving,
  })
