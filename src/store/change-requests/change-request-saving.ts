import { systemAct } from '../../domain/audit/audited-act.ts'
import type { ChangeRequestChange } from '../../domain/changes/change-request.ts'
import { changeRequestConsequences } from '../../domain/changes/change-request-consequences.ts'
import { askRowQueries, askSaveStatements } from '../asks/ask-saving.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { sql, type SqlBool } from 'kysely'
import { expiredAsk } from '../../domain/asks/ask.ts'
import { changeRequestLifecycle } from '../../domain/lifecycles/change-request.ts'
import { type AskExpiryContext, expireOverdueAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'

/**
 * The audit trail records the expiry of a change request as an act of the service, even if the service noticed it during somebody's
 * request.
 */
const REQUEST_EXPIRY = systemAct('expireChangeRequest')

/** Makes the statements that save new and changed change requests, with all consequences of the changes. `now`: Unix milliseconds. */
export const changeRequestSaveStatements = (changes: readonly ChangeRequestChange[], now: number): SaveStatements =>
  askSaveStatements(SAVED, changes, now)

const SAVED = {
  expiry: REQUEST_EXPIRY,
  queries: askRowQueries({ insert: changeRequestsTable.inserting(), update: changeRequestsTable.updating() }),
  consequences: changeRequestConsequences,
}

/** Expires every overdue change request that nobody has decided. Resolves with how many it has expired. */
export const expireOverdueChangeRequests = (database: Database, expiry: AskExpiryContext): Promise<number> =>
  expireOverdueAsks(database, expiry, {
    table: changeRequestsTable,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: REQUEST_EXPIRY,
    expired: (request, now) => expiredAsk(changeRequestLifecycle, request, now),
    saving: changeRequestSaveStatements,
  })
