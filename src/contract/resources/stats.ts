import { Type, type Static } from 'typebox'
import { AmountCents, IdInput, MAX_AMOUNT_CENTS, Timestamp, TimestampInput } from '../primitives.ts'

/** The fields that sums can be grouped by. */
export const spendGroups = ['none', 'customer', 'agent', 'card', 'merchant', 'category', 'reason'] as const
export type SpendGroup = (typeof spendGroups)[number]

export const spendBuckets = ['hour', 'day'] as const
export type SpendBucket = (typeof spendBuckets)[number]

/** The longest range of one answer (contract, section 14). */
export const MOST_DAYS = 90
/** How many groups an answer lists. The rest is one further group. */
export const MOST_GROUPS = 20

export const SpendQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({ ...TimestampInput, description: 'A time in the first bucket. Default: 30 days before `to`.' }),
    ),
    to: Type.Optional(Type.String({ ...TimestampInput, description: 'A time in the last bucket. Default: now.' })),
    bucket: Type.Optional(
      Type.Enum([...spendBuckets], {
        default: 'day',
        description: 'Hours and days are in UTC. Hours are available for the account or a customer, without groups.',
      }),
    ),
    groupBy: Type.Optional(
      Type.Enum([...spendGroups], {
        default: 'none',
        description: 'Only with days. For an agent: `card` or `reason`. For a card: `reason`.',
      }),
    ),
    customerId: Type.Optional(IdInput),
    agentId: Type.Optional(IdInput),
    cardId: Type.Optional(IdInput),
  },
  { additionalProperties: false },
)

const Count = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT_CENTS, description: 'Transactions made in the bucket.' })

const SpendBucketSums = Type.Object(
  {
    start: Timestamp,
    group: Type.Optional(
      Type.Union([Type.String({ maxLength: 256 }), Type.Null()], {
        description:
          'An id, merchant name, MCC or reason code. Null: the transactions have none, or the entry is `others`. Absent without `groupBy`.',
      }),
    ),
    others: Type.Optional(
      Type.Boolean({ description: `True: all groups together that are not among the ${MOST_GROUPS} largest.` }),
    ),
    approved: Type.Object({
      count: Count,
      amount: Type.Integer({
        minimum: -MAX_AMOUNT_CENTS,
        maximum: MAX_AMOUNT_CENTS,
        description:
          'Cents: approved amounts and increments, less amounts that were reversed, expired or not captured in the bucket. Below 0 if more was released than spent.',
      }),
    }),
    declined: Type.Object({
      count: Count,
      amount: Type.Integer({ ...AmountCents, description: 'The requested amounts, in cents.' }),
    }),
  },
  { title: 'SpendSums' },
)

export const SpendStats = Type.Object(
  {
    from: Timestamp,
    to: Type.String({ ...Timestamp, description: 'The end of the last bucket, exclusive.' }),
    bucket: Type.Enum([...spendBuckets]),
    groupBy: Type.Enum([...spendGroups]),
    data: Type.Array(SpendBucketSums, {
      maxItems: 2200,
      description: 'Sorted by time, then by size, the largest first. Empty buckets are left out.',
    }),
  },
  { title: 'SpendStats' },
)
export type SpendStats = Static<typeof SpendStats>
