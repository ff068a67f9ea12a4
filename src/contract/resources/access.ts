import { Type, type Static } from 'typebox'
import { PurposeText } from './intents/intent-fields.ts'
import {
  Id,
  IdInput,
  MerchantName,
  NullableId,
  NullableTimestamp,
  PositiveAmountCents,
  SentenceText,
  Timestamp,
} from '../primitives.ts'

const AccessReason = Type.Object({
  code: Type.String({ pattern: '^[a-z_]+$', maxLength: 64, examples: ['intent_required'] }),
  message: SentenceText,
})

/** The purchase that a caller attests to before it reads a card number. It is stored and shown, and compared with nothing. */
const purchase = {
  expectedAmount: Type.Optional(PositiveAmountCents),
  merchant: Type.Optional(MerchantName),
}

/**
 * An access event: a read of a card number or the attestation before it, allowed or refused, with who made it and why (contract, section
 * 7).
 */
export const AccessEvent = Type.Object(
  {
    id: Id,
    cardId: Id,
    agentId: NullableId,
    intentId: NullableId,
    keyId: Id,
    status: Type.Enum(['granted', 'denied', 'consumed', 'expired']),
    decision: Type.Enum(['granted', 'denied']),
    reasons: Type.Array(AccessReason, {
      maxItems: 20,
      description: 'Why access to the card number was denied; empty if it was granted.',
    }),
    purpose: Type.Union([PurposeText, Type.Null()]),
    ...purchase,
    passkeyId: Type.Optional(
      Type.String({ ...Id, description: 'The passkey with which a person has confirmed the read of the card number.' }),
    ),
    replayOf: Type.Optional(
      Type.String({ ...Id, description: 'The access event of the first read with the same `Idempotency-Key`.' }),
    ),
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
    purpose: PurposeText,
    intentId: Type.Optional(IdInput),
    ...purchase,
  },
  { additionalProperties: false },
)
