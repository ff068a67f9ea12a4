import {
  ChangeRequest,
  changeRequestFilters,
  CreateChangeRequestBody,
  ApproveChangeRequestBody,
  RejectChangeRequestBody,
  MAX_WAITING_CHANGE_REQUESTS,
} from '../resources/change-requests.ts'
import { listQuery, operation, pageOf } from '../operation.ts'

const tag = 'Change requests'
const readers = ['admin', 'approver', 'read', 'agent'] as const
const request = { tag, status: 200, response: ChangeRequest } as const

export const changeRequestOperations = {
  createChangeRequest: operation({
    ...request,
    method: 'POST',
    path: '/change-requests',
    summary: 'Ask for a change of a card or an agent',
    description:
      'A person decides. The same change asked for again, until the first request expires, answers 200 with that one as it stands. ' +
      `An agent, or a card without one, has at most ${MAX_WAITING_CHANGE_REQUESTS} that wait.`,
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
    ],
  }),
  listChangeRequests: operation({
    method: 'GET',
    path: '/change-requests',
    tag,
    summary: 'List change requests',
    description: '`?status=pending` is what waits for a person.',
    roles: readers,
    query: listQuery(changeRequestFilters),
    status: 200,
    response: pageOf(ChangeRequest),
    errors: [],
  }),
  getChangeRequest: operation({
    ...request,
    method: 'GET',
    path: '/change-requests/{changeRequestId}',
    summary: 'Read a change request',
    roles: readers,
    errors: ['change_request_not_found'],
  }),
  approveChangeRequest: operation({
    ...request,
    method: 'POST',
    path: '/change-requests/{changeRequestId}/approve',
    summary: 'Approve a change request',
    description:
      'Makes the change, as a PATCH would. Where the policy says `requireSeparateApprover`, not by the key that asked for it, nor by one that ' +
      'it has made. Where more could be spent without a person than `approvalPasskeyAbove`, a person confirms it by `proof`.',
    roles: ['admin', 'approver'],
    body: ApproveChangeRequestBody,
    bodyOptional: true,
    errors: [
      'change_request_not_found',
      'change_request_not_pending',
      'self_approval',
      'passkey_required',
      'passkey_refused',
      'card_closed',
      'agent_disabled',
    ],
  }),
  rejectChangeRequest: operation({
    ...request,
    method: 'POST',
    path: '/change-requests/{changeRequestId}/reject',
    summary: 'Reject a change request',
    roles: ['admin', 'approver'],
    body: RejectChangeRequestBody,
    bodyOptional: true,
    errors: ['change_request_not_found', 'change_request_not_pending'],
  }),
  cancelChangeRequest: operation({
    ...request,
    method: 'POST',
    path: '/change-requests/{changeRequestId}/cancel',
    summary: 'Take back a change request',
    roles: ['admin', 'agent'],
    errors: ['change_request_not_found', 'change_request_not_pending'],
  }),
} as const
