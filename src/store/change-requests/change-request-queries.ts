import { systemAct } from '../../domain/audit/audited-act.ts'
import type { ChangeRequestChange } from '../../domain/changes/change-request.ts'
import { changeRequestConsequences } from '../../domain/changes/change-request-consequences.ts'
import { askSaveStatements } from '../asks/ask-saving.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'

/**
 * The audit trail records the expiry of a change request as an act of the service, even if the service noticed it during somebody's
 * request.
 */
export const REQUEST_EXPIRY = systemAct('expireChangeRequest')

/** Makes the statements that save new and changed change requests, with all consequences of the changes. `now`: Unix milliseconds. */
export const changeRequestSaveStatements = (changes: readonly ChangeRequestChange[], now: number): SaveStatements =>
  askSaveStatements(SAVED, changes, now)

const SAVED = {
  expiry: REQUEST_EXPIRY,
  insert: changeRequestsTable.inserting(),
  update: changeRequestsTable.updating(),
  consequences: changeRequestConsequences,
}
