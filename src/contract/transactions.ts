import { Type, type Static } from 'typebox'
import { DecisionWord, Flags, MerchantInput, Reason, TraceEntry } from './decisions.ts'
import { AmountCents, Currency, Id, IdInput, NullableId, PositiveAmountCents, Timestamp } from './primitives.ts'

export const TransactionStatus = Type.Enum(['pending', 'settled', 'declined', 'reversed', 'expired'])
export type TransactionStatus = Static<typeof TransactionStatus>

export const TransactionMerchant = Type.Object(
  {
    name: Type.Optional(Type.String()),
    mcc: Type.Optional(Type.String()),
    city: Type.Optional(Type.String()),
    country: Type.Optional(Type.String()),
    networkId: Type.Optional(Type.String()),
  },
  { title: 'Merchant' },
)

const transactionFields = {
  id: Id,
  customerId: Id,
  agentId: NullableId,
  cardId: Id,
  intentId: Type.Optional(Id),
  type: Type.Enum(['authorization', 'force_capture']),
  status: TransactionStatus,
  amount: AmountCents,
  authorizedAmount: AmountCents,
  settledAmount: AmountCents,
  refundedAmount: AmountCents,
  currency: Type.String(),
  merchant: TransactionMerchant,
  decision: DecisionWord,
  reasons: Type.Array(Reason),
  flags: Flags,
  attestation: Type.Enum(['attested', 'stale', 'unattested']),
  networkReference: Type.Optional(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  settledAt: Type.Optional(Timestamp),
}

export const Transaction = Type.Object(transactionFields, { title: 'Transaction' })
export type Transaction = Static<typeof Transaction>

export const TransactionWithTrace = Type.Object(
  { ...transactionFields, trace: Type.Array(TraceEntry) },
  { title: 'TransactionWithTrace' },
)

export const TransactionFilters = {
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
  intentId: Type.Optional(IdInput),
  status: Type.Optional(TransactionStatus),
  createdAfter: Type.Optional(Timestamp),
  createdBefore: Type.Optional(Timestamp),
}

const Pan = Type.String({ pattern: '^[0-9]{12,19}$', description: 'Card number, digits only.' })
const cardReference = {
  cardId: Type.Optional(IdInput),
  pan: Type.Optional(Pan),
}

export const AuthorizeBody = Type.Object(
  {
    ...cardReference,
    exp: Type.Optional(Type.String({ pattern: '^(0[1-9]|1[0-2])/[0-9]{2}$', examples: ['09/30'] })),
    cvv: Type.Optional(Type.String({ pattern: '^[0-9]{3,4}$' })),
    amount: AmountCents,
    currency: Type.Optional(Currency),
    merchant: Type.Optional(MerchantInput),
    networkReference: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  },
  { additionalProperties: false },
)

export const IncrementBody = Type.Object({ amount: PositiveAmountCents }, { additionalProperties: false })
export const SettleBody = Type.Object(
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
    merchant: Type.Optional(MerchantInput),
  },
  { additionalProperties: false },
)

export const AuthorizationAnswer = Type.Object(
  {
    transactionId: Id,
    decision: DecisionWord,
    reasons: Type.Array(Reason),
    flags: Flags,
    transaction: Transaction,
  },
  { title: 'AuthorizationAnswer' },
)
export type AuthorizationAnswer = Static<typeof AuthorizationAnswer>
