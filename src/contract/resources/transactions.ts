import { Type, type Static } from 'typebox'
import { DecisionWord, TransactionFlags, MerchantInput, DeclineReasons, DecisionTrace } from '../decisions.ts'
import { declineCodes } from '../reasons.ts'
import { CostCenter } from '../sheets/level-rows.ts'
import { MOST_DOCUMENTS, TransactionDocument } from './papers/transaction-documents.ts'
import { TransactionCoding, TransactionMemo } from './papers/transaction-notes.ts'
import {
  AmountCents,
  Currency,
  CurrencyCode,
  timeRangeFilters,
  Id,
  IdInput,
  Mcc,
  MerchantMoneyFields,
  MerchantMoneyInput,
  MerchantName,
  NullableId,
  PositiveAmountCents,
  Timestamp,
  TimestampInput,
} from '../primitives.ts'

export const TransactionStatus = Type.Enum(['pending', 'settled', 'declined', 'reversed', 'expired'])
export type TransactionStatus = Static<typeof TransactionStatus>

export const TransactionMerchant = Type.Object(MerchantInput.properties, { title: 'Merchant' })

const NetworkReference = Type.String({
  minLength: 1,
  maxLength: 128,
  description: "The network's own reference of the authorization. A repeated reference gets the first answer.",
})

const transactionFields = {
  id: Id,
  customerId: Id,
  agentId: NullableId,
  cardId: Id,
  oneTimeCardId: Type.Optional(
    Type.String({ ...Id, description: 'The one-time card of `cardId` that paid. Absent: the card itself.' }),
  ),
  intentId: Type.Optional(Id),
  subscriptionId: Type.Optional(Id),
  costCenter: Type.Optional(
    Type.String({
      ...CostCenter,
      description:
        'The cost center of the purchase: that of its card, else of its agent, else of its customer, as it was at the authorization.',
    }),
  ),
  type: Type.Enum(['authorization', 'force_capture', 'credit']),
  status: TransactionStatus,
  amount: AmountCents,
  authorizedAmount: AmountCents,
  settledAmount: AmountCents,
  refundedAmount: AmountCents,
  currency: CurrencyCode,
  ...MerchantMoneyFields,
  merchant: TransactionMerchant,
  decision: DecisionWord,
  reasons: DeclineReasons,
  flags: TransactionFlags,
  authenticated: Type.Optional(
    Type.Boolean({
      description: 'True: the cardholder was authenticated (3-D Secure) before the purchase. Absent otherwise.',
    }),
  ),
  attestation: Type.Enum(['attested', 'stale', 'unattested']),
  networkReference: Type.Optional(NetworkReference),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  settledAt: Type.Optional(Timestamp),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Data that the account stores with the transaction. The answers of the network API do not have the data.',
    }),
  ),
  memo: Type.Optional(TransactionMemo),
  coding: Type.Optional(TransactionCoding),
  documents: Type.Optional(
    Type.Array(TransactionDocument, {
      maxItems: MOST_DOCUMENTS,
      description: 'The documents of the purchase, such as its invoice, the oldest first. Absent: there are none.',
    }),
  ),
}

export const Transaction = Type.Object(transactionFields, { title: 'Transaction' })
export type Transaction = Static<typeof Transaction>

export const TransactionWithTrace = Type.Object(
  {
    ...transactionFields,
    trace: DecisionTrace,
    shadow: Type.Optional(
      Type.Object(
        { decision: DecisionWord, reasons: DeclineReasons },
        { description: 'The decision that the shadow policies would have made about the purchase.' },
      ),
    ),
  },
  { title: 'TransactionWithTrace' },
)

export type TransactionWithTrace = Static<typeof TransactionWithTrace>

const created = timeRangeFilters('transactions that were made')
const settled = timeRangeFilters('transactions that were settled (`settledAt`)')

export const TransactionFilters = {
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
  intentId: Type.Optional(IdInput),
  subscriptionId: Type.Optional(IdInput),
  status: Type.Optional(TransactionStatus),
  createdAfter: created.lower,
  createdBefore: created.upper,
  settledAfter: settled.lower,
  settledBefore: settled.upper,
  merchant: Type.Optional(
    Type.String({
      ...MerchantName,
      description:
        "Only transactions whose merchant's name has this text as a part. Upper and lower case of ASCII letters are the same.",
    }),
  ),
  currency: Type.Optional(
    Type.String({
      ...Currency,
      description:
        'Only transactions in this currency, as ISO 4217 code. With `summed`, those of the customers in this currency, as in the sums of `GET /stats/spend`: these count a decline in another currency, too.',
    }),
  ),
  minAmount: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description:
        'Only transactions with at least this `amount`, in minor units. Send `currency`, too: minor units of two currencies say nothing about each other.',
    }),
  ),
  maxAmount: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description: 'Only transactions with at most this `amount`, in minor units. Send `currency`, too.',
    }),
  ),
  reason: Type.Optional(
    Type.Enum([...declineCodes], { description: 'Only declined transactions with this code among their `reasons`.' }),
  ),
  merchantName: Type.Optional(
    Type.String({
      ...MerchantName,
      description: 'Only transactions whose merchant has exactly this name, as in the sums of `GET /stats/spend`.',
    }),
  ),
  mcc: Type.Optional(Mcc),
  without: Type.Optional(
    Type.Enum(['agent', 'merchant', 'category', 'costCenter'], {
      description: 'Only transactions without an agent, a merchant name, an MCC (`category`) or a cost center.',
    }),
  ),
  costCenter: Type.Optional(CostCenter),
  summed: Type.Optional(
    Type.Enum(['approved', 'declined'], {
      description: 'Only transactions that `GET /stats/spend` counts as approved or as declined: no credits.',
    }),
  ),
}

const Pan = Type.String({ pattern: '^[0-9]{12,19}$', maxLength: 19, description: 'The card number, digits only.' })
const cardReference = {
  cardId: Type.Optional(IdInput),
  pan: Type.Optional(Pan),
}

export const AuthorizeBody = Type.Object(
  {
    ...cardReference,
    exp: Type.Optional(
      Type.String({
        pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$',
        maxLength: 5,
        description: 'The expiry of the card, `MM/YY`.',
        examples: ['09/30'],
      }),
    ),
    cvv: Type.Optional(
      Type.String({
        pattern: '^[0-9]{3,4}$',
        maxLength: 4,
        description: 'The card verification value (CVV), three or four digits.',
      }),
    ),
    amount: Type.Integer({
      ...AmountCents,
      description:
        'The amount of the authorization, in minor units. 0 checks the card: the check is decided like a purchase, holds nothing, and is `settled` at once.',
    }),
    currency: Type.Optional(
      Type.String({
        ...Currency,
        description: "The currency of `amount` as ISO 4217 code, any case. Default: the customer's.",
      }),
    ),
    ...MerchantMoneyInput,
    merchant: Type.Optional(MerchantInput),
    networkReference: Type.Optional(NetworkReference),
  },
  { additionalProperties: false },
)

export const IncrementBody = Type.Object({ amount: PositiveAmountCents }, { additionalProperties: false })
export const SettlementBody = Type.Object(
  { amount: Type.Optional(PositiveAmountCents), final: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
)
export const ReverseBody = Type.Object({ amount: Type.Optional(PositiveAmountCents) }, { additionalProperties: false })
export const RefundBody = Type.Object(
  {
    transactionId: IdInput,
    amount: Type.Optional(PositiveAmountCents),
    merchant: Type.Optional(MerchantInput),
  },
  { additionalProperties: false },
)
export const ForceCaptureBody = Type.Object(
  {
    ...cardReference,
    amount: PositiveAmountCents,
    ...MerchantMoneyInput,
    merchant: Type.Optional(MerchantInput),
  },
  { additionalProperties: false },
)

const FactId = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    "The caller's own id of the fact, for instance the id of the issuer's event. A repeated fact has no second effect for 180 days.",
})

export const AdviceBody = Type.Object(
  {
    ...cardReference,
    factId: FactId,
    networkReference: NetworkReference,
    approved: Type.Boolean({ description: 'Whether the issuer approved the purchase.' }),
    amount: Type.Integer({
      ...AmountCents,
      description: 'The amount that the issuer holds now, or that it declined, in minor units.',
    }),
    asOf: Type.Optional(
      Type.String({
        ...TimestampInput,
        description:
          'The time at which the advice was true. Default: now. An advice that is older than the latest one of the same reference changes nothing.',
      }),
    ),
    reason: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "The issuer's reason for declining the purchase." }),
    ),
    ...MerchantMoneyInput,
    merchant: Type.Optional(MerchantInput),
  },
  { additionalProperties: false },
)

export const PostingBody = Type.Object(
  {
    ...cardReference,
    factId: FactId,
    networkReference: Type.Optional(NetworkReference),
    kind: Type.Enum(['capture', 'credit']),
    amount: PositiveAmountCents,
    final: Type.Optional(
      Type.Boolean({ description: 'For a capture: false if further captures follow. Default: true.' }),
    ),
    ...MerchantMoneyInput,
    merchant: Type.Optional(MerchantInput),
  },
  { additionalProperties: false },
)

export const PostingAnswer = Type.Object(
  {
    transaction: Transaction,
    credit: Type.Optional(Transaction),
  },
  {
    title: 'PostingAnswer',
    description:
      'The transaction to which the capture or credit was posted, and a credit of the amount that this transaction could not take.',
  },
)
export type PostingAnswer = Static<typeof PostingAnswer>

export const AuthorizationAnswer = Type.Object(
  {
    transactionId: Id,
    decision: DecisionWord,
    reasons: DeclineReasons,
    flags: TransactionFlags,
    transaction: Transaction,
  },
  { title: 'AuthorizationAnswer' },
)
export type AuthorizationAnswer = Static<typeof AuthorizationAnswer>
