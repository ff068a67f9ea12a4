import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { changeRequestLifecycle } from '../../domain/lifecycles/change-request.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { REQUEST_EXPIRY, changeRequestSaveStatements } from './change-request-queries.ts'

/** Expires every overdue change request that nobody has decided. Resolves with how many it has expired. */
export const expireOverdueChangeRequests = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: changeRequestsTable,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: REQUEST_EXPIRY,
    expired: (request, now) => expiredAsk(changeRequestLifecycle, request, now),
    saving: changeRequestSaveStatements,
  })
