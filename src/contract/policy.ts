import { Type, type Static, type TEnum, type TOptional, type TSchema, type TSchemaOptions } from 'typebox'
import {
  AmountCents,
  CountryCode,
  Currency,
  MAX_ALLOWED_ORIGINS,
  MAX_ARRAY_ENTRIES,
  Mcc,
  MerchantId,
  MerchantName,
  OriginPattern,
  SentenceText,
  Timestamp,
} from './primitives.ts'
import { type PolicyField, policyFields, policyRowOf, type policySheet } from './policy-sheet/policy-sheet.ts'
import type { PolicyListEntryKind, PolicyFieldKind, PolicySheetRow } from './policy-sheet/row.ts'

const MAX_MINUTES = 5_256_000 // ten years

/** The five windows that spend is counted in (contract, section 5). */
export const limitWindows = ['perAuth', 'perDay', 'perWeek', 'perMonth', 'total'] as const
export type LimitWindow = (typeof limitWindows)[number]

/** Caps in cents by window: the field `limits` of a policy, and the field `limits` of customers, agents and cards, which has hard caps. */
export const Limits = Type.Object(
  {
    perAuth: Type.Optional(AmountCents),
    perDay: Type.Optional(AmountCents),
    perWeek: Type.Optional(AmountCents),
    perMonth: Type.Optional(AmountCents),
    total: Type.Optional(AmountCents),
  },
  {
    additionalProperties: false,
    title: 'Limits',
    description: "Limits of spend by window, in minor units of the customer's currency.",
  },
)
export type Limits = Static<typeof Limits>

/** Hard caps in a request: caps by window, or one `{amount, currency?, interval}`. */
export const LimitsInput = Type.Object(
  {
    ...Limits.properties,
    amount: Type.Optional(AmountCents),
    currency: Type.Optional(
      Type.String({ ...Currency, description: "The currency of `amount`, which can only be the customer's currency." }),
    ),
    interval: Type.Optional(Type.Enum([...limitWindows, 'perTransaction', 'per24HourPeriod', 'allTime'])),
  },
  {
    additionalProperties: false,
    title: 'LimitsInput',
    description:
      "Hard caps by window, in minor units of the customer's currency, or one cap as `amount` and `interval`.",
  },
)
export type LimitsInput = Static<typeof LimitsInput>

export const ActiveHours = Type.Object(
  {
    timezone: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The time zone of the hours, as an IANA name.',
      examples: ['Europe/Berlin'],
    }),
    days: Type.Array(
      Type.Integer({ minimum: 0, maximum: 6, description: 'Day of the week: 0 is Sunday, 6 is Saturday.' }),
      {
        maxItems: 7,
        description: 'The days of the week on which purchases are allowed: 0 is Sunday, 6 is Saturday.',
        examples: [[1, 2, 3, 4, 5]],
      },
    ),
    from: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description: 'The time of day from which purchases are allowed, as `HH:MM` with 24 hours.',
      examples: ['09:00'],
    }),
    to: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description:
        'The time of day, exclusive, until which purchases are allowed, as `HH:MM` with 24 hours. The hours may span midnight.',
      examples: ['17:30'],
    }),
  },
  { additionalProperties: false, title: 'ActiveHours' },
)
export type ActiveHours = Static<typeof ActiveHours>

/** The schemas of policy fields by the kind of the field. `own`: the description and the bounds that the field's row has. */
const schemas = {
  money: (own: TSchemaOptions) => Type.Integer({ ...AmountCents, ...own }),
  minutes: (own: TSchemaOptions) => Type.Integer({ minimum: 0, maximum: MAX_MINUTES, ...own }),
  days: (own: TSchemaOptions) => Type.Integer({ minimum: 0, ...own }),
  count: (own: TSchemaOptions) => Type.Integer({ minimum: 0, ...own }),
  percent: (own: TSchemaOptions) => Type.Number({ minimum: 0, ...own }),
  'yes-no': (own: TSchemaOptions) => Type.Boolean(own),
  hours: () => ActiveHours,
  windows: () => Limits,
}

/** The schemas of policy fields that are lists, by what a list's entries are. */
const lists = {
  mcc: (own: TSchemaOptions) => Type.Array(Mcc, { maxItems: MAX_ARRAY_ENTRIES, ...own }),
  merchant: (own: TSchemaOptions) => Type.Array(MerchantName, { maxItems: MAX_ARRAY_ENTRIES, ...own }),
  merchantId: (own: TSchemaOptions) => Type.Array(MerchantId, { maxItems: MAX_ARRAY_ENTRIES, ...own }),
  country: (own: TSchemaOptions) => Type.Array(CountryCode, { maxItems: MAX_ARRAY_ENTRIES, ...own }),
  origin: (own: TSchemaOptions) => Type.Array(OriginPattern, { maxItems: MAX_ALLOWED_ORIGINS, ...own }),
}

type SchemaOf<R extends PolicySheetRow> = R extends { readonly kind: 'choice'; readonly choices: infer Choices }
  ? TEnum<(keyof Choices & string)[]>
  : R extends { readonly kind: 'list'; readonly of: infer F extends PolicyListEntryKind }
    ? ReturnType<(typeof lists)[F]>
    : ReturnType<(typeof schemas)[Exclude<PolicyFieldKind, 'choice' | 'list'> & R['kind']]>

function schemaOf(row: PolicySheetRow): TSchema {
  const described = row.description === null ? {} : { description: row.description }
  if (row.kind === 'choice') return Type.Enum(Object.keys(row.choices), described)
  if (row.kind === 'list') return lists[row.of](described)
  return schemas[row.kind]({ ...('most' in row && { maximum: row.most }), ...described })
}

const fields = Object.fromEntries(policyFields.map((name) => [name, Type.Optional(schemaOf(policyRowOf(name)))])) as {
  [F in PolicyField]: TOptional<SchemaOf<(typeof policySheet)[F]>>
}

/** The rules of one level. All fields are optional; the most specific level that sets a field supplies it. */
export const Policy = Type.Object(fields, {
  additionalProperties: false,
  title: 'Policy',
  description: 'The policy: rules for the purchases of a customer, an agent or a card. At most 64 KiB as JSON.',
})
export type Policy = Static<typeof Policy>

export const policyLevels = ['customer', 'agent', 'card'] as const
export type PolicyLevel = (typeof policyLevels)[number]

/** The level whose policy sets a field. `default`: no level sets it. */
export const ReasonLevel = Type.Enum(['customer', 'agent', 'card', 'default'])
export type ReasonLevel = Static<typeof ReasonLevel>

const FieldName = Type.String({ pattern: '^[A-Za-z.]+$', maxLength: 64, examples: ['limits.perAuth'] })

export const PolicyWarnings = Type.Array(
  Type.Object({
    code: Type.String({ pattern: '^[a-z_]+$', maxLength: 64, examples: ['looser_than_above'] }),
    message: SentenceText,
    fields: Type.Array(FieldName, { maxItems: 10 }),
  }),
  {
    maxItems: 200,
    description:
      'Warnings about rules that contradict each other, that no purchase can pass, or that only look strict.',
  },
)

/**
 * The kind of a limit. `policy`: a limit of the effective policy, counted for each card. `cap`: a hard cap of one level, counted over
 * everything beneath it.
 */
export const CapKind = Type.Enum(['policy', 'cap'])

/**
 * Answer of `GET /{customers,agents,cards}/{id}/policy`: the effective policy, the level that sets each field, and the remaining amounts.
 */
export const PolicySummary = Type.Object(
  {
    effective: Policy,
    sources: Type.Record(FieldName, ReasonLevel, {
      description:
        'The level that each field of the effective policy comes from. Nested fields have dotted keys (`limits.perAuth`).',
    }),
    limits: Type.Array(
      Type.Object({
        kind: CapKind,
        level: ReasonLevel,
        window: Type.Enum([...limitWindows]),
        limit: AmountCents,
        spent: AmountCents,
        remaining: AmountCents,
      }),
      {
        maxItems: 100,
        description: 'Every limit that applies to purchases now, with the spent and the remaining amount.',
      },
    ),
    cooldownEndsAt: Type.Optional(Timestamp),
    expiresAt: Type.Optional(Timestamp),
    warnings: PolicyWarnings,
  },
  { title: 'PolicySummary' },
)
export type PolicySummary = Static<typeof PolicySummary>
