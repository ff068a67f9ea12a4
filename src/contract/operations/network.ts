import { operation } from '../operation.ts'
import {
  AuthorizationAnswer,
  AuthorizeBody,
  ForceCaptureBody,
  IncrementBody,
  RefundBody,
  ReverseBody,
  SettleBody,
  Transaction,
} from '../transactions.ts'

const tag = 'Network door'
const roles = ['admin', 'network'] as const
const step = {
  tag,
  roles,
  mayHoldNumbers: true,
  method: 'POST',
  status: 200,
  errors: ['transaction_not_found', 'transaction_not_open'],
} as const

export const networkOperations = {
  createAuthorization: operation({
    method: 'POST',
    path: '/network/authorizations',
    tag,
    summary: 'Authorize a spend on a card',
    description:
      'A decline is an answer, not an error. The same `networkReference` again gets the first answer, without a second hold.',
    roles,
    mayHoldNumbers: true,
    body: AuthorizeBody,
    status: 200,
    response: AuthorizationAnswer,
    errors: ['card_not_found'],
  }),
  incrementAuthorization: operation({
    ...step,
    path: '/network/authorizations/{transactionId}/increment',
    summary: 'Authorize an added amount',
    body: IncrementBody,
    response: AuthorizationAnswer,
  }),
  settleAuthorization: operation({
    ...step,
    path: '/network/authorizations/{transactionId}/settle',
    summary: 'Capture an authorization, whole or in part',
    body: SettleBody,
    bodyOptional: true,
    response: Transaction,
  }),
  reverseAuthorization: operation({
    ...step,
    path: '/network/authorizations/{transactionId}/reverse',
    summary: 'Reverse an authorization, whole or in part',
    body: ReverseBody,
    bodyOptional: true,
    response: Transaction,
  }),
  createRefund: operation({
    ...step,
    path: '/network/refunds',
    summary: 'Refund what was settled',
    body: RefundBody,
    response: Transaction,
  }),
  createForceCapture: operation({
    method: 'POST',
    path: '/network/force-captures',
    tag,
    summary: 'Post a capture without an authorization',
    roles,
    mayHoldNumbers: true,
    body: ForceCaptureBody,
    status: 201,
    response: Transaction,
    errors: ['card_not_found'],
  }),
} as const
