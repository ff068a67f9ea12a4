import { Type, type Static } from 'typebox'
import {
  AmountCents,
  CurrencyCode,
  Id,
  IdInput,
  NullableId,
  Timestamp,
  ShownSubjectHash,
  DecisionSubjectHash,
} from '../primitives.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { TransactionMerchant } from './transactions.ts'

export const ChallengeStatus = Type.Enum(['pending', 'approved', 'declined', 'expired'])
export type ChallengeStatus = Static<typeof ChallengeStatus>

const Note = Type.String({ maxLength: 500 })

const challengeFields = {
  customerId: Id,
  agentId: NullableId,
  cardId: Id,
  issuer: Type.String({
    maxLength: 32,
    description: 'The issuer of the card, which asks whether the cardholder agrees to the purchase.',
  }),
  status: ChallengeStatus,
  amount: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description: 'The amount of the purchase, in minor units of `currency`. Absent: the issuer names no amount.',
    }),
  ),
  currency: Type.Optional(CurrencyCode),
  merchantAmount: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description:
        'The amount that the shop asks for, in minor units of `merchantCurrency`, where that is another currency than `currency`.',
    }),
  ),
  merchantCurrency: Type.Optional(CurrencyCode),
  merchant: TransactionMerchant,
  intentId: Type.Optional(
    Type.String({
      ...Id,
      description: 'The intent that has answered the challenge, or whose approval answers it.',
    }),
  ),
  decidedBy: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'The id of the API key or the person that decided about the challenge. Absent: an intent that was declared before has answered it, or nobody has decided.',
    }),
  ),
  note: Type.Optional(Note),
  expiresAt: Timestamp,
}

/** A challenge as its events show it. */
export const ChallengeEventData = Type.Object({ challengeId: Id, ...challengeFields }, { title: 'ChallengeEventData' })
export type ChallengeEventData = Static<typeof ChallengeEventData>

export const Challenge = Type.Object(
  {
    id: Id,
    ...challengeFields,
    subjectHash: DecisionSubjectHash,
    customerName: Type.Optional(Type.String({ maxLength: 401 })),
    agentName: Type.Optional(Type.String({ maxLength: 255 })),
    cardLabel: Type.Optional(Type.String({ maxLength: 100 })),
    secondsLeft: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 86_400,
        description: 'How many seconds are left to decide about the challenge. Present while the challenge waits.',
      }),
    ),
    decidedAt: Type.Optional(Timestamp),
    answeredAt: Type.Optional(
      Type.String({ ...Timestamp, description: 'When the issuer accepted the answer to the challenge.' }),
    ),
    answerError: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Why the issuer refused the answer to the challenge. Purser does not send the answer again.',
      }),
    ),
    approvalUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 512,
        description:
          'The page where a signed-in person decides about the challenge. Present while the challenge waits for one.',
      }),
    ),
    createdAt: Timestamp,
  },
  { title: 'Challenge' },
)
export type Challenge = Static<typeof Challenge>

export const DecideChallengeBody = Type.Object(
  { note: Type.Optional(Note), shown: ShownSubjectHash, proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)

export const challengeFilters = {
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
  status: Type.Optional(ChallengeStatus),
}
