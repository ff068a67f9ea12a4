import { Type, type Static } from 'typebox'
import {
  AmountCents,
  AmountsCurrency,
  Currency,
  CurrencyCode,
  IdInput,
  MAX_AMOUNT_CENTS,
  Mcc,
  MerchantName,
  TimeOrDay,
  Timestamp,
} from '../../primitives.ts'

/** The fields that sums of spend can be grouped by. */
export const spendGroups = [
  'none',
  'customer',
  'agent',
  'card',
  'merchant',
  'category',
  'costCenter',
  'reason',
] as const
export type SpendGroup = (typeof spendGroups)[number]

export const spendBuckets = ['hour', 'day', 'range'] as const

/** The longest range of one answer about spend, in days (contract, section 14). */
export const MAX_SPEND_DAYS = 90
/** The longest range of one answer that has a single sum for the whole range (`bucket=range`), in days. */
export const MAX_SPEND_RANGE_DAYS = 366
/** How many groups an answer about spend lists at most. All other groups together are listed as one further group. */
export const MAX_SPEND_GROUPS = 20

export const SpendQuery = Type.Object(
  {
    from: Type.Optional(
      Type.Union(TimeOrDay.anyOf, {
        description:
          'The beginning of the summed range, included: a time, or a day of UTC. Default: 30 days before `to`.',
      }),
    ),
    to: Type.Optional(
      Type.Union(TimeOrDay.anyOf, {
        description:
          'The end of the summed range: a time, which is excluded, or a day of UTC, which is included. Default: now.',
      }),
    ),
    bucket: Type.Optional(
      Type.Enum([...spendBuckets], {
        default: 'day',
        description:
          'The length of a bucket. Hours and days are in UTC; hours are available for the account or a customer, without groups. `range`: all days of the range as one bucket.',
      }),
    ),
    groupBy: Type.Optional(
      Type.Enum([...spendGroups], {
        default: 'none',
        description:
          'The field by which spend is grouped, except with `bucket=hour`. Available for an agent: `card`, `costCenter` or `reason`. For a card: `reason`.',
      }),
    ),
    customerId: Type.Optional(IdInput),
    agentId: Type.Optional(IdInput),
    cardId: Type.Optional(IdInput),
    merchantName: Type.Optional(
      Type.String({
        ...MerchantName,
        description:
          'Only purchases at the merchant with this name. Available for the account or a customer, without groups.',
      }),
    ),
    mcc: Type.Optional(
      Type.String({
        ...Mcc,
        description:
          'Only purchases with this merchant category code, four digits. Available for the account or a customer, without groups.',
      }),
    ),
    currency: Type.Optional(
      Type.String({
        ...Currency,
        description:
          "Only customers in this currency, as ISO 4217 code. Default: the account's currency in `data`, and all others in `byCurrency`.",
      }),
    ),
    compareFrom: Type.Optional(
      Type.Union(TimeOrDay.anyOf, {
        description:
          'With `bucket=range`: the beginning of another range, in the form of `from`. Each bucket has the sums of that range as `compared`.',
      }),
    ),
    compareTo: Type.Optional(
      Type.Union(TimeOrDay.anyOf, {
        description: 'With `bucket=range`: the end of the range that begins at `compareFrom`, in the form of `to`.',
      }),
    ),
  },
  { additionalProperties: false },
)

const count = (decision: string) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_AMOUNT_CENTS,
    description: `How many ${decision} transactions were made in the bucket.`,
  })

const SpendTallies = {
  approved: Type.Object({
    count: count('approved'),
    amount: Type.Integer({
      minimum: -MAX_AMOUNT_CENTS,
      maximum: MAX_AMOUNT_CENTS,
      description:
        'The approved amounts and increments, in minor units, less amounts that were reversed, expired or not captured in the bucket. Below 0 if more was released than spent.',
    }),
  }),
  declined: Type.Object({
    count: count('declined'),
    amount: Type.Integer({
      ...AmountCents,
      description: 'The amounts that the declined transactions asked for, in minor units.',
    }),
  }),
}

const SpendBucketSums = Type.Object(
  {
    start: Timestamp,
    group: Type.Optional(
      Type.Union([Type.String({ maxLength: 256 }), Type.Null()], {
        description:
          'The group: an id, merchant name, MCC, cost center or reason code. Null: the transactions have none, or the entry is `others`. Absent without `groupBy`.',
      }),
    ),
    name: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The name of the customer, agent, card or merchant category that `group` is.',
      }),
    ),
    others: Type.Optional(
      Type.Boolean({
        description: `True: the entry has the sums of all groups together that are not among the ${MAX_SPEND_GROUPS} largest.`,
      }),
    ),
    ...SpendTallies,
    compared: Type.Optional(
      Type.Object(SpendTallies, { description: 'The sums of the other range, from `compareFrom` to `compareTo`.' }),
    ),
  },
  { title: 'SpendSums' },
)

const sums = Type.Array(SpendBucketSums, {
  maxItems: 2200,
  description:
    'The sums of spend by bucket and group, sorted by time, then by size, the largest first. Empty buckets are left out.',
})

export const SpendStats = Type.Object(
  {
    from: Type.String({
      ...Timestamp,
      description: 'The beginning of the summed range: the start of the first bucket.',
    }),
    to: Type.String({
      ...Timestamp,
      description: 'The end of the summed range, excluded: the end of the last bucket.',
    }),
    bucket: Type.Enum([...spendBuckets]),
    groupBy: Type.Enum([...spendGroups]),
    currency: Type.Optional(AmountsCurrency),
    data: sums,
    byCurrency: Type.Optional(
      Type.Array(Type.Object({ currency: CurrencyCode, data: sums }, { title: 'CurrencySums' }), {
        maxItems: 200,
        description:
          'The sums of each currency, those of `data` first. Present for the account where its customers have bought in several currencies. No sum has amounts of two currencies.',
      }),
    ),
  },
  { title: 'SpendStats' },
)
export type SpendStats = Static<typeof SpendStats>
