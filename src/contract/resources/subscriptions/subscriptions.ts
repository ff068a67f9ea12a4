import { Type, type Static } from 'typebox'
import { ExpectedOrigin, PurposeText } from '../intents/intent-fields.ts'
import { PasskeyAssertion } from '../passkeys.ts'
import {
  AmountCents,
  AmountsCurrency,
  FreeFormObject,
  Id,
  IdInput,
  MerchantName,
  NullableId,
  PositiveAmountCents,
  Timestamp,
  TimestampInput,
  ShownSubjectHash,
  DecisionSubjectHash,
} from '../../primitives.ts'

export const SubscriptionStatus = Type.Enum(['pending_approval', 'active', 'paused', 'canceled', 'rejected', 'expired'])
export type SubscriptionStatus = Static<typeof SubscriptionStatus>

export const SubscriptionInterval = Type.Enum(['week', 'month', 'year'], {
  description:
    'How long a period is. A month or year that has no such day ends on its last day: 31 January is followed by 28 or 29 February, and then by 31 March.',
})
export type SubscriptionInterval = Static<typeof SubscriptionInterval>

/** How many subscriptions of a card may be `pending_approval`, `active` or `paused`: each purchase is compared with all active ones. */
export const MAX_OPEN_SUBSCRIPTIONS = 100

const Decider = Type.String({ maxLength: 64, description: 'Who decided: the id of an API key, or of a person.' })
const Note = Type.String({ maxLength: 500 })

const declared = {
  merchant: MerchantName,
  maxAmount: PositiveAmountCents,
  interval: SubscriptionInterval,
  purpose: PurposeText,
  expectedOrigin: Type.Optional(ExpectedOrigin),
  replaces: Type.Optional(
    Type.String({
      ...IdInput,
      description:
        'The active or paused subscription of the card at this merchant that ends when this one becomes active. `autoApproveBelow` approves none that may take more.',
    }),
  ),
  metadata: Type.Optional(FreeFormObject),
}

export const CreateSubscriptionBody = Type.Object(
  {
    ...declared,
    until: Type.Optional(
      Type.String({ ...TimestampInput, description: 'When the subscription expires. Absent: it goes on.' }),
    ),
  },
  { additionalProperties: false },
)
export type CreateSubscriptionBody = Static<typeof CreateSubscriptionBody>

export const ApproveSubscriptionBody = Type.Object(
  { note: Type.Optional(Note), shown: ShownSubjectHash, proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)
export const RejectSubscriptionBody = Type.Object(
  { reason: Type.Optional(Note), shown: ShownSubjectHash, proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)
export const ResumeSubscriptionBody = Type.Object(
  { proof: Type.Optional(PasskeyAssertion) },
  { additionalProperties: false },
)

const until = Type.Optional(Timestamp)

/** The fields of a subscription that both answers and events have. */
const shared = {
  customerId: Id,
  agentId: NullableId,
  cardId: Id,
  status: SubscriptionStatus,
  ...declared,
  until,
}

const SubscriptionPeriod = Type.Object(
  {
    startsAt: Timestamp,
    endsAt: Timestamp,
    transactionId: Type.Optional(
      Type.String({ ...Id, description: 'The purchase of this period. Absent: there was none yet.' }),
    ),
  },
  { title: 'SubscriptionPeriod', description: 'The period of this moment. Present while the subscription is active.' },
)

const NextPurchase = Type.Object(
  {
    from: Type.String({ ...Timestamp, description: 'When the next purchase can match, at the earliest.' }),
    maxAmount: AmountCents,
  },
  {
    title: 'NextSubscriptionPurchase',
    description: 'What is next. Absent if nothing is: the subscription is not active, or ends before.',
  },
)

const ExceededPurchase = Type.Object(
  {
    transactionId: Id,
    amount: AmountCents,
    why: Type.Enum(['amount', 'period'], {
      description: '`amount`: it was larger than `maxAmount`. `period`: the period had its purchase already.',
    }),
    decision: Type.Enum(['approve', 'decline']),
    at: Timestamp,
  },
  {
    title: 'ExceededSubscriptionPurchase',
    description: 'The last purchase at the merchant that the subscription did not cover.',
  },
)
export type ExceededPurchase = Static<typeof ExceededPurchase>

export const Subscription = Type.Object(
  {
    id: Id,
    ...shared,
    customerName: Type.Optional(Type.String({ maxLength: 401 })),
    agentName: Type.Optional(Type.String({ maxLength: 255 })),
    cardLabel: Type.Optional(Type.String({ maxLength: 100 })),
    currency: Type.Optional(AmountsCurrency),
    requiresApproval: Type.Boolean(),
    subjectHash: DecisionSubjectHash,
    requestedBy: Decider,
    approvedBy: Type.Optional(Decider),
    approvedAt: Type.Optional(Timestamp),
    rejectedBy: Type.Optional(Decider),
    rejectedAt: Type.Optional(Timestamp),
    rejectionReason: Type.Optional(Note),
    decisionNote: Type.Optional(Note),
    approvalUrl: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 512,
        description: 'The page where a signed-in person decides. Present while the subscription waits for one.',
      }),
    ),
    activatedAt: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'When it became active first. Its first period begins here, and later ones at 00:00 UTC of their day.',
      }),
    ),
    pausedAt: Type.Optional(Timestamp),
    canceledAt: Type.Optional(Timestamp),
    period: Type.Optional(SubscriptionPeriod),
    next: Type.Optional(NextPurchase),
    exceeded: Type.Optional(ExceededPurchase),
    expiresAt: Type.Optional(
      Type.String({
        ...Timestamp,
        description: 'When it expires: the end of its wait for a person, then `until`. Absent: never.',
      }),
    ),
    createdAt: Timestamp,
  },
  { title: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

/** A subscription as its events show it. */
export const SubscriptionEventData = Type.Object(
  {
    subscriptionId: Id,
    customerId: Id,
    agentId: NullableId,
    cardId: Id,
    status: SubscriptionStatus,
    merchant: MerchantName,
    maxAmount: PositiveAmountCents,
    interval: SubscriptionInterval,
    purpose: PurposeText,
    expectedOrigin: Type.Optional(ExpectedOrigin),
    until,
    expiresAt: Type.Optional(
      Type.String({ ...Timestamp, description: 'While it waits for a person: until when somebody may decide.' }),
    ),
    transactionId: Type.Optional(
      Type.String({ ...Id, description: 'The purchase that matched, or that the subscription did not cover.' }),
    ),
    amount: Type.Optional(AmountCents),
    why: Type.Optional(ExceededPurchase.properties.why),
    decision: Type.Optional(ExceededPurchase.properties.decision),
  },
  { title: 'SubscriptionEventData' },
)
export type SubscriptionEventData = Static<typeof SubscriptionEventData>

export const subscriptionFilters = {
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
  status: Type.Optional(SubscriptionStatus),
}
