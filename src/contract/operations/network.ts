import { declareOperation } from '../operation.ts'
import {
  AdviceBody,
  AuthorizationAnswer,
  AuthorizeBody,
  ForceCaptureBody,
  IncrementBody,
  PostingAnswer,
  PostingBody,
  RefundBody,
  ReverseBody,
  SettlementBody,
  Transaction,
} from '../resources/transactions.ts'

const tag = 'Network API'
const roles = ['admin', 'network'] as const
const step = {
  tag,
  roles,
  mayHoldNumbers: true,
  method: 'POST',
  status: 200,
  errors: ['transaction_not_found', 'transaction_not_open'],
} as const

const fact = {
  tag,
  roles,
  mayHoldNumbers: true,
  method: 'POST',
  status: 200,
  errors: ['card_not_found'],
} as const

export const networkOperations = {
  createAuthorization: declareOperation({
    method: 'POST',
    path: '/network/authorizations',
    tag,
    summary: 'Authorize a spend on a card',
    description:
      'A decline is an answer, not an error. A repeated `networkReference` gets the first answer, without a second hold. With another amount, currency or card it is refused with 409 `reference_conflict`.',
    roles,
    mayHoldNumbers: true,
    body: AuthorizeBody,
    status: 200,
    response: AuthorizationAnswer,
    errors: ['card_not_found', 'reference_conflict'],
  }),
  incrementAuthorization: declareOperation({
    ...step,
    path: '/network/authorizations/{transactionId}/increment',
    summary: 'Authorize an additional amount',
    body: IncrementBody,
    response: AuthorizationAnswer,
  }),
  settleAuthorization: declareOperation({
    ...step,
    path: '/network/authorizations/{transactionId}/settle',
    summary: 'Capture an authorization, whole or in part',
    body: SettlementBody,
    bodyOptional: true,
    response: Transaction,
  }),
  reverseAuthorization: declareOperation({
    ...step,
    path: '/network/authorizations/{transactionId}/reverse',
    summary: 'Reverse an authorization, whole or in part',
    body: ReverseBody,
    bodyOptional: true,
    response: Transaction,
  }),
  createRefund: declareOperation({
    ...step,
    path: '/network/refunds',
    summary: 'Refund what was settled',
    body: RefundBody,
    response: Transaction,
  }),
  createForceCapture: declareOperation({
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
  createAdvice: declareOperation({
    ...fact,
    path: '/network/advices',
    summary: 'Record what the issuer has decided',
    description:
      'Makes the transaction of the `networkReference` agree with the issuer: the amount is held, another amount is held, or the purchase is declined. Purser decides nothing here, and refuses nothing.',
    body: AdviceBody,
    response: Transaction,
  }),
  createPosting: declareOperation({
    ...fact,
    path: '/network/postings',
    summary: 'Post a capture or a credit that has happened',
    description:
      'The capture or credit is recorded whatever the status of the authorization is, and even if there is no authorization: it is never refused because of that.',
    body: PostingBody,
    response: PostingAnswer,
  }),
} as const
