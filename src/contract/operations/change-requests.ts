import {
  ChangeRequest,
  changeRequestFilters,
  CreateChangeRequestBody,
  ApproveChangeRequestBody,
  RejectChangeRequestBody,
  MAX_WAITING_CHANGE_REQUESTS,
} from '../resources/change-requests.ts'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'

const tag = 'Change requests'
const readers = ['admin', 'approver', 'read', 'agent'] as const
const request = { tag, status: 200, response: ChangeRequest } as const

export const changeRequestOperations = {
  createChangeRequest: declareOperation({
    ...request,
    method: 'POST',
    path: '/change-requests',
    summary: 'Ask for a change of a card or an agent',
    description:
      'A person decides about the change request. With `once` it asks for an exception for the purchase of one intent. A request for the same change, before the first one expires, is answered with 200 and the first one as it stands. ' +
      `At most ${MAX_WAITING_CHANGE_REQUESTS} requests of an agent, or of a card without an agent, can wait.`,
    roles: ['admin', 'agent'],
    body: CreateChangeRequestBody,
    status: 201,
    otherStatus: 200,
    errors: [
      'card_not_found',
      'agent_not_found',
      'transaction_not_found',
      'card_closed',
      'agent_disabled',
      'change_request_conflict',
      'intent_not_found',
      'intent_not_pending',
    ],
  }),
  listChangeRequests: declareOperation({
    method: 'GET',
    path: '/change-requests',
    tag,
    summary: 'List change requests',
    description: 'With `?status=pending`, those that wait for a person.',
    roles: readers,
    query: listPageQuery(changeRequestFilters),
    status: 200,
    response: listPageSchema(ChangeRequest),
    errors: [],
  }),
  getChangeRequest: declareOperation({
    ...request,
    method: 'GET',
    path: '/change-requests/{changeRequestId}',
    summary: 'Read a change request',
    roles: readers,
    errors: ['change_request_not_found'],
  }),
  approveChangeRequest: declareOperation({
    ...request,
    method: 'POST',
    path: '/change-requests/{changeRequestId}/approve',
    summary: 'Approve a change request',
    description:
      'Makes the change, as a PATCH would; for an exception it approves the intent instead, and no policy changes. If the policy sets `requireSeparateApprover`, neither the key that requested the change nor a key that ' +
      'it created can approve it. If more than `approvalPasskeyAbove` could then be spent without a person, a person has to confirm it with `proof`.',
    roles: ['admin', 'approver'],
    body: ApproveChangeRequestBody,
    bodyOptional: true,
    decides: true,
    errors: [
      'change_request_not_found',
      'change_request_not_pending',
      'intent_not_pending',
      'subject_changed',
      'self_approval',
      'passkey_required',
      'passkey_refused',
      'card_closed',
      'agent_disabled',
    ],
  }),
  rejectChangeRequest: declareOperation({
    ...request,
    method: 'POST',
    path: '/change-requests/{changeRequestId}/reject',
    summary: 'Reject a change request',
    roles: ['admin', 'approver'],
    body: RejectChangeRequestBody,
    bodyOptional: true,
    decides: true,
    errors: ['change_request_not_found', 'change_request_not_pending', 'intent_not_pending', 'subject_changed'],
  }),
  cancelChangeRequest: declareOperation({
    ...request,
    method: 'POST',
    path: '/change-requests/{changeRequestId}/cancel',
    summary: 'Cancel a change request',
    roles: ['admin', 'agent'],
    errors: ['change_request_not_found', 'change_request_not_pending', 'intent_not_pending'],
  }),
} as const
