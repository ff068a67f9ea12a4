import { Type, type Static } from 'typebox'
import {
  Id,
  IdInput,
  MerchantName,
  NullableId,
  NullableTimestamp,
  PositiveAmountCents,
  Timestamp,
} from './primitives.ts'

/** A look at a card number, or the grant for one: granted or denied, by which key, for what (contract, section 7). */
export const AccessEvent = Type.Object(
  {
    id: Id,
    cardId: Id,
    agentId: NullableId,
    intentId: NullableId,
    keyId: Id,
    status: Type.Enum(['granted', 'denied', 'consumed', 'expired']),
    decision: Type.Enum(['granted', 'denied']),
    reasons: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    purpose: Type.Union([Type.String(), Type.Null()]),
    grantedAt: NullableTimestamp,
    expiresAt: NullableTimestamp,
    consumedAt: NullableTimestamp,
    createdAt: Timestamp,
  },
  { title: 'AccessEvent' },
)
export type AccessEvent = Static<typeof AccessEvent>

export const RequestAccessBody = Type.Object(
  {
    purpose: Type.String({ minLength: 1, maxLength: 500 }),
    intentId: Type.Optional(IdInput),
    expectedAmount: Type.Optional(PositiveAmountCents),
    merchant: Type.Optional(MerchantName),
  },
  { additionalProperties: false },
)
