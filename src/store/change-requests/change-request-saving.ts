import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { UnsavedChangeRequestChange } from '../../domain/changes/change-request.ts'
import { changeRequestConsequences } from '../../domain/changes/change-request-consequences.ts'
import { approvalAskRowQueries, approvalAskSaveStatements } from '../asks/ask-saving.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { sql, type SqlBool } from 'kysely'
import { expiredApprovalAsk } from '../../domain/asks/ask.ts'
import { changeRequestLifecycle } from '../../domain/lifecycles/change-request.ts'
import { type ApprovalAskExpiryContext, expireOverdueApprovalAsks } from '../asks/overdue-asks.ts'
import type { Database } from '../connection/database.ts'

/**
 * The audit trail records the expiry of a change request as an act of the service, even if the service noticed it during somebody's
 * request.
 */
const REQUEST_EXPIRY = auditedActOfSystem('expireChangeRequest')

/** Makes the statements that save new and changed change requests, with all consequences of the changes. `now`: Unix milliseconds. */
export const changeRequestSaveStatements = (
  changes: readonly UnsavedChangeRequestChange[],
  now: number,
): ResourceSaveStatements => approvalAskSaveStatements(SAVED, changes, now)

const SAVED = {
  expiry: REQUEST_EXPIRY,
  queries: approvalAskRowQueries({ insert: changeRequestsTable.inserting(), update: changeRequestsTable.updating() }),
  consequences: changeRequestConsequences,
}

/** Expires every overdue change request that nobody has decided. Resolves with how many it has expired. */
export const expireOverdueChangeRequests = (database: Database, expiry: ApprovalAskExpiryContext): Promise<number> =>
  expireOverdueApprovalAsks(database, expiry, {
    table: changeRequestsTable,
    isWaiting: sql<SqlBool>`status = 'pending'`,
    act: REQUEST_EXPIRY,
    expired: (request, now) => expiredApprovalAsk(changeRequestLifecycle, request, now),
    saving: changeRequestSaveStatements,
  })
