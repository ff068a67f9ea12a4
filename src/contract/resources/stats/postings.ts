import { Type, type Static } from 'typebox'
import {
  AmountCents,
  CurrencyCode,
  Id,
  IdInput,
  MAX_AMOUNT_CENTS,
  NullableId,
  TimeOrDay,
  Timestamp,
} from '../../primitives.ts'
import { CostCenter } from '../../sheets/level-rows.ts'
import { TransactionMerchant } from '../transactions.ts'

/** By what money moves: a purchase is held, captured, reversed or released, refunded and charged back. */
export const postingKinds = ['hold', 'capture', 'reversal', 'release', 'refund', 'chargeback'] as const
export type PostingKind = (typeof postingKinds)[number]

/** The fields that sums of postings can be grouped by. */
export const postingGroups = ['none', 'day', 'customer', 'agent', 'card', 'merchant', 'costCenter'] as const
export type PostingGroup = (typeof postingGroups)[number]

/** The longest range of one summary of postings, in days. */
export const MAX_POSTING_DAYS = 366
/** How many groups a summary of postings lists at most for each currency. All others together are one further group. */
export const MAX_POSTING_GROUPS = 500

const SignedCents = (description: string) =>
  Type.Integer({ minimum: -MAX_AMOUNT_CENTS, maximum: MAX_AMOUNT_CENTS, description })

export const MoneyPosting = Type.Object(
  {
    id: Id,
    transactionId: Id,
    postedAt: Timestamp,
    kind: Type.Enum([...postingKinds], {
      description:
        '`hold`: an approved purchase, or an increment. `reversal`: the merchant or the issuer gave up a hold. `release`: a hold expired, or ended with a capture of nothing; what a last capture leaves is in its `held`.',
    }),
    amount: Type.Integer({ ...AmountCents, description: 'The minor units that moved, never below 0.' }),
    held: SignedCents(
      'The minor units that are held in addition after this posting. Below 0: a hold was captured, reversed or released.',
    ),
    currency: CurrencyCode,
    merchant: TransactionMerchant,
    customerId: Id,
    agentId: NullableId,
    cardId: Id,
    costCenter: Type.Optional(
      Type.String({ ...CostCenter, description: 'The cost center of the purchase, as it was at the authorization.' }),
    ),
    intentId: Type.Optional(Id),
    subscriptionId: Type.Optional(Id),
    approvedBy: Type.Optional(
      Type.String({ maxLength: 64, description: 'The id of the person or API key that approved the purchase.' }),
    ),
    approvedAt: Type.Optional(Timestamp),
    approvalNote: Type.Optional(Type.String({ maxLength: 500, description: 'The note of the approval.' })),
  },
  { title: 'Posting' },
)
export type MoneyPosting = Static<typeof MoneyPosting>

const range = {
  from: Type.Optional(
    Type.Union(TimeOrDay.anyOf, {
      description: 'The beginning of the postings, included: a time, or a day of UTC. Default: 30 days before `to`.',
    }),
  ),
  to: Type.Optional(
    Type.Union(TimeOrDay.anyOf, {
      description:
        'The end of the postings: a time, which is excluded, or a day of UTC, whose whole is included. Default: now.',
    }),
  ),
  customerId: Type.Optional(IdInput),
  agentId: Type.Optional(IdInput),
  cardId: Type.Optional(IdInput),
}

export const PostingFilters = { ...range, costCenter: Type.Optional(CostCenter) }

export const PostingSummaryQuery = Type.Object(
  {
    ...range,
    groupBy: Type.Optional(
      Type.Enum([...postingGroups], {
        default: 'none',
        description:
          'Days are days of UTC. Of an agent: `day`, `card` or `costCenter`; of a card: `day`. Merchants are grouped by the name that the network sent.',
      }),
    ),
  },
  { additionalProperties: false },
)

const PostingSums = Type.Object(
  {
    group: Type.Optional(
      Type.Union([Type.String({ maxLength: 256 }), Type.Null()], {
        description:
          'A day, an id, a merchant name or a cost center. Null: the purchases have none, or the entry is `others`. Absent without `groupBy`.',
      }),
    ),
    name: Type.Optional(
      Type.String({ maxLength: 500, description: 'The name of the customer, agent or card that `group` names.' }),
    ),
    others: Type.Optional(Type.Literal(true, { description: 'All groups together that are not among the largest.' })),
    currency: CurrencyCode,
    authorized: SignedCents('The minor units of approved purchases and increments.'),
    held: SignedCents('The minor units that are held in addition at the end of the range. Below 0: less is held.'),
    captured: SignedCents('The captured minor units.'),
    refunded: SignedCents('The refunded minor units.'),
    net: SignedCents('The captured minor units less the refunded ones.'),
  },
  { title: 'PostingSums' },
)

export const PostingSummary = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    groupBy: Type.Enum([...postingGroups]),
    data: Type.Array(PostingSums, {
      description:
        'By days, the oldest first; else the largest `net` first. Each currency has groups of its own. Groups in which nothing moved are left out.',
    }),
  },
  { title: 'PostingSummary' },
)
export type PostingSummary = Static<typeof PostingSummary>
