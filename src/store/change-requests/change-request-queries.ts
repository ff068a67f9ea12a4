import { systemAct } from '../../domain/audit/record.ts'
import type { ChangeRequestChange, ChangeRequestState } from '../../domain/changes/change-request.ts'
import { changeRequestConsequences } from '../../domain/changes/change-request-consequences.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Saving } from '../changes/saving.ts'
import { insertInto, update } from '../statements/write.ts'

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
      ...insertRequests(followed.filter(isNew).map(({ after }) => newRow(after))),
      ...updateRequests(followed.filter((change) => !isNew(change)).map(({ after }) => endRow(after))),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const endRow = (request: ChangeRequestState) => ({
  bucket: bucketOf(request.id),
  id: request.id,
  status: request.status,
  changes: request.changes,
  decided_by: request.decidedBy,
  decided_at: request.decidedAt,
  note: request.note,
})
const endColumns = {
  bucket: 'smallint',
  id: 'word',
  status: 'word',
  changes: 'json',
  decided_by: 'word',
  decided_at: 'bigint',
  note: 'text',
} as const
const updateRequests = update<ReturnType<typeof endRow>>('change_requests', endColumns)

const newRow = (request: ChangeRequestState) => ({
  ...endRow(request),
  account_id: request.accountId,
  customer_id: request.customerId,
  agent_id: request.agentId,
  card_id: request.cardId,
  wanted: request.wanted,
  fingerprint: request.fingerprint,
  why: request.why,
  transaction_id: request.transactionId,
  purchase: request.purchase,
  requested_by: request.requestedBy,
  expires_at: request.expiresAt,
  created_at: request.createdAt,
})
const insertRequests = insertInto<ReturnType<typeof newRow>>('change_requests', {
  ...endColumns,
  account_id: 'word',
  customer_id: 'word',
  agent_id: 'word',
  card_id: 'word',
  wanted: 'json',
  fingerprint: 'word',
  why: 'text',
  transaction_id: 'word',
  purchase: 'json',
  requested_by: 'word',
  expires_at: 'bigint',
  created_at: 'bigint',
})
