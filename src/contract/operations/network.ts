import { operation } from '../operation.ts'
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
  createAuthorization: operation({
    method: 'POST',
    path: '/network/authorizations',
    tag,
    summary: 'Authorize a spend on a card',
    description:
      'A decline is an answer, not an error. The same `networkReference` again gets the first answer, without a second hold; with another amount, currency or card it is 409 `reference_conflict`.',
    roles,
    mayHoldNumbers: true,
    body: AuthorizeBody,
    status: 200,
    response: AuthorizationAnswer,
    errors: ['card_not_found', 'reference_conflict'],
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
    body: SettlementBody,
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
  createAdvice: operation({
    ...fact,
    path: '/network/advices',
    summary: 'Say what the issuer has answered',
    description:
      'Makes the transaction of the `networkReference` say what is: held, held otherwise, or declined. Nothing is decided, and nothing refused.',
    body: AdviceBody,
    response: Transaction,
  }),
  createPosting: operation({
    ...fact,
    path: '/network/postings',
    summary: 'Post a capture or a credit that has happened',
    description:
      'Finds its place whatever has become of the authorization, and where there is none: it is never refused for it.',
    body: PostingBody,
    response: PostingAnswer,
  }),
} as const
