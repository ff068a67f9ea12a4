import { systemAct } from '../../domain/audit/audited-act.ts'
import type { ChangeRequestChange } from '../../domain/changes/change-request.ts'
import { changeRequestConsequences } from '../../domain/changes/change-request-consequences.ts'
import { askSaving } from '../asks/ask-saving.ts'
import type { ResourceSaving } from '../changes/saving.ts'
import { changeRequests } from '../rows/change-requests.ts'

/**
 * The audit trail records the expiry of a change request as an act of the service, even if the service noticed it during somebody's
 * request.
 */
export const REQUEST_EXPIRY = systemAct('expireChangeRequest')

/** Makes the statements that save new and changed change requests, with all consequences of the changes. `now`: Unix milliseconds. */
export const changeRequestSaving = (changes: readonly ChangeRequestChange[], now: number): ResourceSaving =>
  askSaving(SAVED, changes, now)

const SAVED = {
  expiry: REQUEST_EXPIRY,
  insert: changeRequests.inserting(),
  update: changeRequests.updating(),
  consequences: changeRequestConsequences,
}
