import { systemAct } from '../../domain/audit/record.ts'
import type { ChangeRequestChange } from '../../domain/changes/change-request.ts'
import { changeRequestConsequences } from '../../domain/changes/change-request-consequences.ts'
import type { Saving } from '../changes/saving.ts'
import { changeRequests } from '../rows/change-requests.ts'

/**
 * The audit trail records the expiry of a change request as an act of the service, even if the service noticed it during somebody's
 * request.
 */
export const REQUEST_EXPIRY = systemAct('expireChangeRequest')

/** Makes the statements that save new and changed change requests, with all consequences of the changes. `now`: Unix milliseconds. */
export function changeRequestSaving(changes: readonly ChangeRequestChange[], now: number): Saving {
  const followed = changes.map((change) => ({ ...change, ...changeRequestConsequences(change, now) }))
  const isNew = ({ before }: ChangeRequestChange) => before === null
  return {
    customerIds: followed.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: REQUEST_EXPIRY } : {}) })),
    queries: [
      ...insertRequests(followed.filter(isNew).map(({ after }) => after)),
      ...updateRequests(followed.filter((change) => !isNew(change)).map(({ after }) => after)),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const insertRequests = changeRequests.inserting()
const updateRequests = changeRequests.updating()
