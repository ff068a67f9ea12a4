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
} from '../primitives.ts'

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
        description: 'The beginning, included: a time, or a day of UTC. Default: 30 days before `to`.',
      }),
    ),
    to: Type.Optional(
      Type.Union(TimeOrDay.anyOf, {
        description: 'The end: a time, which is excluded, or a day of UTC, whose whole is included. Default: now.',
      }),
    ),
    bucket: Type.Optional(
      Type.Enum([...spendBuckets], {
        default: 'day',
        description:
          'Hours and days are in UTC. Hours are available for the account or a customer, without groups. `range`: all days of the range as one.',
      }),
    ),
    groupBy: Type.Optional(
      Type.Enum([...spendGroups], {
        default: 'none',
        description: 'Not with hours. For an agent: `card`, `costCenter` or `reason`. For a card: `reason`.',
      }),
    ),
    customerId: Type.Optional(IdInput),
    agentId: Type.Optional(IdInput),
    cardId: Type.Optional(IdInput),
    merchantName: Type.Optional(
      Type.String({
        ...MerchantName,
        description: 'Only purchases at this merchant, of the account or a customer, without groups.',
      }),
    ),
    mcc: Type.Optional(Type.String({ ...Mcc, description: 'Only purchases with this MCC, likewise.' })),
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
          'With `bucket=range`: the beginning of another range, as `from`, whose sums each bucket tells as `compared`.',
      }),
    ),
    compareTo: Type.Optional(Type.Union(TimeOrDay.anyOf, { description: 'The end of that range, as `to`.' })),
  },
  { additionalProperties: false },
)

const Count = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT_CENTS, description: 'Transactions made in the bucket.' })

const SpendTallies = {
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
    amount: Type.Integer({ ...AmountCents, description: 'Cents that were asked for.' }),
  }),
}

const SpendBucketSums = Type.Object(
  {
    start: Timestamp,
    group: Type.Optional(
      Type.Union([Type.String({ maxLength: 256 }), Type.Null()], {
        description:
          'An id, merchant name, MCC, cost center or reason code. Null: the transactions have none, or the entry is `others`. Absent without `groupBy`.',
      }),
    ),
    name: Type.Optional(
      Type.String({ maxLength: 500, description: 'What a customer, agent, card or category of `group` is called.' }),
    ),
    others: Type.Optional(
      Type.Boolean({ description: `True: all groups together that are not among the ${MAX_SPEND_GROUPS} largest.` }),
    ),
    ...SpendTallies,
    compared: Type.Optional(
      Type.Object(SpendTallies, { description: 'Sums of the range from `compareFrom` to `compareTo`.' }),
    ),
  },
  { title: 'SpendSums' },
)

const sums = Type.Array(SpendBucketSums, {
  maxItems: 2200,
  description: 'Sorted by time, then by size, the largest first. Empty buckets are left out.',
})

export const SpendStats = Type.Object(
  {
    from: Type.String({ ...Timestamp, description: 'The start of the first bucket: what was summed begins there.' }),
    to: Type.String({ ...Timestamp, description: 'The end of the last bucket, excluded: what was summed ends there.' }),
    bucket: Type.Enum([...spendBuckets]),
    groupBy: Type.Enum([...spendGroups]),
    currency: Type.Optional(AmountsCurrency),
    data: sums,
    byCurrency: Type.Optional(
      Type.Array(Type.Object({ currency: CurrencyCode, data: sums }, { title: 'CurrencySums' }), {
        maxItems: 200,
        description:
          'Of the account, where its customers have bought in several currencies: the sums of each, those of `data` first. No sum has amounts of two currencies.',
      }),
    ),
  },
  { title: 'SpendStats' },
)
export type SpendStats = Static<typeof SpendStats>
