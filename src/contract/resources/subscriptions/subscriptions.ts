import { Type, type Static } from 'typebox'
import { ApprovalReasons } from '../intents/approval-reasons.ts'
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
    'The length of a period of the subscription. A month or year that has no such day ends on its last day: 31 January is followed by 28 or 29 February, and then by 31 March.',
})
export type SubscriptionInterval = Static<typeof SubscriptionInterval>

/** How many subscriptions of a card may be `pending_approval`, `active` or `paused`: each purchase is compared with all active ones. */
export const MAX_OPEN_SUBSCRIPTIONS = 100

const requestedBy = Type.String({
  maxLength: 64,
  description: 'Who asked for the subscription: the id of an API key, or of a person.',
})
const Decider = Type.String({
  maxLength: 64,
  description: 'Who approved or rejected the subscription: the id of an API key, or of a person.',
})
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
      Type.String({
        ...TimestampInput,
        description: 'When the subscription expires. Absent: the subscription has no end.',
      }),
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
      Type.String({ ...Id, description: 'The purchase that has taken the period. Absent: there was none yet.' }),
    ),
  },
  {
    title: 'SubscriptionPeriod',
    description: 'The current period of the subscription. Present while the subscription is active.',
  },
)

const NextPurchase = Type.Object(
  {
    from: Type.String({
      ...Timestamp,
      description: 'The earliest time at which the next purchase can match the subscription.',
    }),
    maxAmount: AmountCents,
  },
  {
    title: 'NextSubscriptionPurchase',
    description:
      'The next purchase that the subscription permits. Absent: the subscription is not active, or ends before.',
  },
)

const ExceededPurchase = Type.Object(
  {
    transactionId: Id,
    amount: AmountCents,
    why: Type.Enum(['amount', 'period'], {
      description:
        'Why the subscription did not cover the purchase. `amount`: the purchase was larger than `maxAmount`. `period`: the period had its purchase already.',
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
    approvalReasons: Type.Optional(ApprovalReasons),
    subjectHash: DecisionSubjectHash,
    requestedBy,
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
        description:
          'The page where a signed-in person decides about the subscription. Present while the subscription waits for one.',
      }),
    ),
    activatedAt: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          'When the subscription first became active. Its first period begins at that time, and later ones at 00:00 UTC of their day.',
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
        description:
          'When the subscription expires: the end of its wait for a person, afterwards `until`. Absent: never.',
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
      Type.String({
        ...Timestamp,
        description: 'The time until which somebody may decide about the subscription, while it waits for a person.',
      }),
    ),
    approvalReasons: Type.Optional(
      Type.Array(ApprovalReasons.items, { ...ApprovalReasons, description: 'While it waits for a person: why.' }),
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
