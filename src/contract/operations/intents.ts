import {
  Approval,
  approvalFilters,
  ApproveIntentBody,
  CreateIntentBody,
  Intent,
  intentFilters,
  MAX_WAITING_INTENTS,
  MAX_INTENT_WAIT_SECONDS,
  RejectIntentBody,
  ReportIntentBody,
  RevokeApprovalBody,
} from '../resources/intents.ts'
import { IntentStatus } from '../resources/intents/intent-fields.ts'
import { Type } from 'typebox'
import { ApprovalProof, CreateApprovalOptionsBody, PasskeyOptions } from '../resources/passkeys.ts'
import { listPageQuery, declareOperation, listPageSchema } from '../operation.ts'

const tag = 'Intents'
const readers = ['admin', 'approver', 'read', 'agent'] as const
const intent = { tag, status: 200, response: Intent } as const

export const intentOperations = {
  createIntent: declareOperation({
    method: 'POST',
    path: '/cards/{cardId}/intents',
    tag,
    summary: 'Declare an intent',
    description:
      'A repeated request with the same `intentId` and body is answered with 200 and the existing intent. ' +
      `A card has at most ${MAX_WAITING_INTENTS} intents that are \`pending\` or \`pending_approval\`.`,
    roles: ['admin', 'agent'],
    body: CreateIntentBody,
    status: 201,
    otherStatus: 200,
    response: Intent,
    errors: [
      'card_not_found',
      'customer_not_active',
      'agent_not_active',
      'card_closed',
      'intent_conflict',
      'subscription_conflict',
      'too_many_waiting',
    ],
  }),
  listCardIntents: declareOperation({
    method: 'GET',
    path: '/cards/{cardId}/intents',
    tag,
    summary: 'List the intents of a card',
    roles: readers,
    query: listPageQuery({ status: Type.Optional(IntentStatus) }),
    status: 200,
    response: listPageSchema(Intent),
    errors: ['card_not_found'],
  }),
  listIntents: declareOperation({
    method: 'GET',
    path: '/intents',
    tag,
    summary: 'List intents',
    roles: readers,
    query: listPageQuery(intentFilters),
    status: 200,
    response: listPageSchema(Intent),
    errors: [],
  }),
  getIntent: declareOperation({
    ...intent,
    method: 'GET',
    path: '/intents/{intentId}',
    summary: 'Read an intent',
    description:
      'With `waitSeconds` the answer comes when the status has changed, or after that time, or at once if the status is final. ' +
      'A caller can have at most 256 such requests on a node.',
    roles: readers,
    query: Type.Object(
      {
        waitSeconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MAX_INTENT_WAIT_SECONDS,
            default: 0,
            description: 'How many seconds to wait for another status of the intent.',
          }),
        ),
        knownStatus: Type.Optional(
          Type.Enum(IntentStatus.enum, {
            description:
              'With `waitSeconds`: the status of the intent that the caller has seen last. If the intent has another status by now, the answer comes at once.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    waits: true,
    errors: ['intent_not_found'],
  }),
  approveIntent: declareOperation({
    ...intent,
    method: 'POST',
    path: '/intents/{intentId}/approve',
    summary: 'Approve an intent',
    description:
      'If the policy sets `requireSeparateApprover`, the key that declared the intent cannot approve it. Above `approvalPasskeyAbove` of the ' +
      'account, a person has to send `proof`: the answer of a passkey to `POST /intents/{intentId}/approval-options`.',
    roles: ['admin', 'approver'],
    body: ApproveIntentBody,
    bodyOptional: true,
    decides: true,
    errors: [
      'intent_not_found',
      'intent_not_pending',
      'subject_changed',
      'self_approval',
      'passkey_required',
      'passkey_refused',
    ],
  }),
  rejectIntent: declareOperation({
    ...intent,
    method: 'POST',
    path: '/intents/{intentId}/reject',
    summary: 'Reject an intent',
    description: 'Rejecting takes `proof` if approving the intent takes it.',
    roles: ['admin', 'approver'],
    body: RejectIntentBody,
    bodyOptional: true,
    decides: true,
    errors: ['intent_not_found', 'intent_not_pending', 'subject_changed', 'passkey_required', 'passkey_refused'],
  }),
  createApprovalOptions: declareOperation({
    method: 'POST',
    path: '/intents/{intentId}/approval-options',
    tag,
    summary: 'Begin to confirm a decision by passkey',
    description:
      'A challenge for the intent as it is, its ceiling and the decision, which a passkey of the person signs. For people alone.',
    roles: ['admin', 'approver'],
    body: CreateApprovalOptionsBody,
    status: 201,
    response: PasskeyOptions,
    errors: ['intent_not_found', 'intent_not_pending', 'subject_changed', 'person_required'],
  }),
  cancelIntent: declareOperation({
    ...intent,
    method: 'POST',
    path: '/intents/{intentId}/cancel',
    summary: 'Cancel an intent',
    roles: ['admin', 'agent'],
    errors: ['intent_not_found', 'intent_not_pending'],
  }),
  revokeApproval: declareOperation({
    ...intent,
    method: 'POST',
    path: '/intents/{intentId}/revoke-approval',
    summary: 'Revoke the approval of an intent',
    description:
      'While no purchase has matched the intent: it becomes `canceled`, and what was released for it permits no further read of a number. ' +
      'It only narrows, so it takes no passkey, and whoever declared the intent may do it, too.',
    roles: ['admin', 'approver'],
    body: RevokeApprovalBody,
    bodyOptional: true,
    errors: ['intent_not_found', 'intent_not_pending', 'intent_not_approved'],
  }),
  reportIntent: declareOperation({
    ...intent,
    method: 'POST',
    path: '/intents/{intentId}/report',
    summary: 'Report how the purchase of an intent ended',
    description: 'The intent may have any status. The last report counts; repeating it changes nothing.',
    roles: ['admin', 'agent'],
    body: ReportIntentBody,
    errors: ['intent_not_found'],
  }),
  listApprovals: declareOperation({
    method: 'GET',
    path: '/approvals',
    tag,
    summary: 'List approvals',
    description: 'With `?status=pending`, those that wait for a decision.',
    roles: ['admin', 'approver', 'read'],
    query: listPageQuery(approvalFilters),
    status: 200,
    response: listPageSchema(Approval),
    errors: [],
  }),
  getApproval: declareOperation({
    method: 'GET',
    path: '/approvals/{approvalId}',
    tag,
    summary: 'Read an approval',
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: Approval,
    errors: ['approval_not_found'],
  }),
  getApprovalProof: declareOperation({
    method: 'GET',
    path: '/approvals/{approvalId}/proof',
    tag,
    summary: 'Read what a passkey signed for an approval',
    description:
      'Everything that another party needs to verify who decided, what the decision was about, and how it was made.',
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: ApprovalProof,
    errors: ['approval_proof_not_found'],
  }),
} as const
