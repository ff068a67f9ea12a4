import { Type, type Static } from 'typebox'
import { mergePatch } from './patch.ts'
import { Limits, LimitsInput, Policy } from './policy.ts'
import { Address, FreeForm, Id, IdInput, NullableId, NullableTimestamp } from './primitives.ts'

export const CardType = Type.Enum(['virtual', 'physical'])
export const CardUsage = Type.Enum(['single', 'multi'])
export const CardStatus = Type.Enum(['active', 'frozen', 'closed'])
export type CardStatus = Static<typeof CardStatus>

/** Accepted in requests: `locked` is frozen, `canceled` and `cancelled` are closed (contract, section 7). */
export const CardStatusInput = Type.Enum(['active', 'frozen', 'closed', 'locked', 'canceled', 'cancelled'])
export type CardStatusInput = Static<typeof CardStatusInput>

const nullableString = Type.Union([Type.String(), Type.Null()])

export const Card = Type.Object(
  {
    id: Id,
    customerId: NullableId,
    agentId: NullableId,
    type: CardType,
    usage: CardUsage,
    status: CardStatus,
    last4: nullableString,
    expMonth: nullableString,
    expYear: nullableString,
    limits: Limits,
    merchantLock: nullableString,
    expiresAt: NullableTimestamp,
    lastSpendAt: NullableTimestamp,
    firstSpendAt: NullableTimestamp,
    singleUseConsumedAt: NullableTimestamp,
    policy: Policy,
    configuration: Type.Optional(FreeForm),
    billing: Type.Optional(Address),
    shipping: Type.Optional(Address),
    createdAt: NullableTimestamp,
  },
  { title: 'Card' },
)
export type Card = Static<typeof Card>

const changeable = {
  status: Type.Optional(CardStatusInput),
  usage: Type.Optional(CardUsage),
  limits: Type.Optional(LimitsInput),
  policy: Type.Optional(Policy),
  billing: Type.Optional(Address),
  configuration: Type.Optional(FreeForm),
}

export const CreateCardBody = Type.Object(
  {
    customerId: IdInput,
    agentId: Type.Optional(IdInput),
    type: Type.Optional(CardType),
    shipping: Type.Optional(Address),
    ...changeable,
  },
  { additionalProperties: false },
)
export const UpdateCardBody = mergePatch(Type.Object(changeable, { additionalProperties: false }), ['status', 'usage'])

export const CardDetailsBody = Type.Object(
  {
    intentId: Type.Optional(IdInput),
    purpose: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  { additionalProperties: false },
)

/** The one answer that carries a card number. */
export const CardCredentials = Type.Object(
  {
    pan: Type.String({ description: 'Full card number.' }),
    exp: Type.String({ description: 'Expiry, `MM/YY`.' }),
    cvv: Type.String(),
    accessEventId: Id,
  },
  { title: 'CardCredentials' },
)
