import { Type, type Static } from 'typebox'
import {
  AmountCents,
  Country,
  Currency,
  MAX_ALLOWED_ORIGINS,
  MAX_ARRAY_ENTRIES,
  Mcc,
  MerchantId,
  MerchantName,
  OriginPattern,
  Sentence,
  Timestamp,
} from './primitives.ts'

const MAX_MINUTES = 5_256_000 // ten years

const minutes = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_MINUTES, description })
const list = <T extends Parameters<typeof Type.Array>[0]>(item: T, description: string) =>
  Type.Array(item, { maxItems: MAX_ARRAY_ENTRIES, description })

/** The five windows that spend is counted in (contract, section 5). */
export const Windows = ['perAuth', 'perDay', 'perWeek', 'perMonth', 'total'] as const
export type Window = (typeof Windows)[number]

/** Caps in cents by window: the field `limits` of a policy, and the field `limits` of customers, agents and cards, which has hard caps. */
export const Limits = Type.Object(
  {
    perAuth: Type.Optional(AmountCents),
    perDay: Type.Optional(AmountCents),
    perWeek: Type.Optional(AmountCents),
    perMonth: Type.Optional(AmountCents),
    total: Type.Optional(AmountCents),
  },
  { additionalProperties: false, title: 'Limits', description: 'Caps in cents by window.' },
)
export type Limits = Static<typeof Limits>

/** Hard caps in a request: caps by window, or one `{amount, currency?, interval}`. */
export const LimitsInput = Type.Object(
  {
    ...Limits.properties,
    amount: Type.Optional(AmountCents),
    currency: Type.Optional(
      Type.String({ ...Currency, description: "The customer's currency, if anything: limits are in no other." }),
    ),
    interval: Type.Optional(Type.Enum([...Windows, 'perTransaction', 'per24HourPeriod', 'allTime'])),
  },
  {
    additionalProperties: false,
    title: 'LimitsInput',
    description: 'Hard caps by window, or one cap as `amount` and `interval`.',
  },
)
export type LimitsInput = Static<typeof LimitsInput>

export const ActiveHours = Type.Object(
  {
    timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone.', examples: ['Europe/Berlin'] }),
    days: Type.Array(
      Type.Integer({ minimum: 0, maximum: 6, description: 'Day of the week: 0 is Sunday, 6 is Saturday.' }),
      { maxItems: 7, description: '0 is Sunday.', examples: [[1, 2, 3, 4, 5]] },
    ),
    from: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description: 'Time of day, `HH:MM`, 24 hours.',
      examples: ['09:00'],
    }),
    to: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      maxLength: 5,
      description: 'Time of day as `HH:MM` with 24 hours, exclusive. The hours may span midnight.',
      examples: ['17:30'],
    }),
  },
  { additionalProperties: false, title: 'ActiveHours' },
)
export type ActiveHours = Static<typeof ActiveHours>

const IntentReaction = Type.Enum(['flag', 'decline', 'freeze'])

/** The rules of one level. All fields are optional; the most specific level that sets a field supplies it. */
export const Policy = Type.Object(
  {
    requireIntent: Type.Optional(Type.Boolean()),
    requireAttestation: Type.Optional(Type.Boolean()),
    requireApproval: Type.Optional(Type.Boolean()),
    autoApproveBelow: Type.Optional(AmountCents),
    requireSeparateApprover: Type.Optional(
      Type.Boolean({ description: 'The person or key that declared an intent cannot approve it. Default: false.' }),
    ),
    requireCvv: Type.Optional(Type.Boolean({ description: 'A purchase by card number needs the CVV. Default false.' })),
    attestationWindowMinutes: Type.Optional(minutes('How long an attestation stays valid. Default 15.')),
    cooldownMinutes: Type.Optional(minutes('Minimum time between approved authorizations of a card.')),
    ttlMinutes: Type.Optional(minutes('The card expires so many minutes after its creation.')),
    ttlDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
    limits: Type.Optional(Limits),
    maxAmount: Type.Optional(AmountCents),
    allowedMccs: Type.Optional(list(Mcc, 'Only these merchant categories. Empty allows nothing.')),
    blockedMccs: Type.Optional(list(Mcc, 'Never these merchant categories.')),
    allowedMerchants: Type.Optional(list(MerchantName, 'Only these merchants. Empty allows nothing.')),
    blockedMerchants: Type.Optional(list(MerchantName, 'Never these merchants.')),
    allowedMerchantIds: Type.Optional(
      list(MerchantId, 'Only merchants with these ids of the network, exactly. An empty list allows nothing.'),
    ),
    blockedMerchantIds: Type.Optional(list(MerchantId, 'No merchants with these ids of the network, exactly.')),
    allowedOrigins: Type.Optional(
      Type.Array(OriginPattern, {
        maxItems: MAX_ALLOWED_ORIGINS,
        description: 'The only origins where an agent may enter the number. An empty list allows none.',
      }),
    ),
    allowedCountries: Type.Optional(list(Country, 'Only these merchant countries.')),
    blockedCountries: Type.Optional(list(Country, 'Never these merchant countries.')),
    lockToFirstMerchant: Type.Optional(Type.Boolean()),
    activeHours: Type.Optional(ActiveHours),
    maxTransactionsPerDay: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    duplicateWindowMinutes: Type.Optional(
      minutes(
        'Declines a purchase with the same merchant and amount as an authorization that was approved within so many minutes before it, even if that one was reversed.',
      ),
    ),
    intentTolerancePercent: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1000,
        description: 'Default: 10. If a level sets it, no intent may have a larger tolerance.',
      }),
    ),
    onIntentMismatch: Type.Optional(IntentReaction),
    onMissingIntent: Type.Optional(IntentReaction),
    newMerchant: Type.Optional(
      Type.Enum(['off', 'approve'], {
        description:
          '`approve`: a person approves the first purchase of the customer at a merchant. Where `onMissingIntent` is `flag`, one that nobody approved is only flagged. Default: `off`.',
      }),
    ),
  },
  { additionalProperties: false, title: 'Policy', description: 'The rules of one level. At most 64 KiB as JSON.' },
)
export type Policy = Static<typeof Policy>

export const PolicyLevels = ['customer', 'agent', 'card'] as const
export type PolicyLevel = (typeof PolicyLevels)[number]

/** The level whose policy sets a field. `default`: no level sets it. */
export const ReasonLevel = Type.Enum(['customer', 'agent', 'card', 'default'])
export type ReasonLevel = Static<typeof ReasonLevel>

const FieldName = Type.String({ pattern: '^[A-Za-z.]+$', maxLength: 64, examples: ['limits.perAuth'] })

export const PolicyWarnings = Type.Array(
  Type.Object({
    code: Type.String({ pattern: '^[a-z_]+$', maxLength: 64, examples: ['looser_than_above'] }),
    message: Sentence,
    fields: Type.Array(FieldName, { maxItems: 10 }),
  }),
  {
    maxItems: 200,
    description: 'Rules that contradict each other, that no purchase can pass, or that only look strict.',
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
      description: 'The level that each effective field comes from. Nested fields have dotted keys (`limits.perAuth`).',
    }),
    limits: Type.Array(
      Type.Object({
        kind: CapKind,
        level: ReasonLevel,
        window: Type.Enum([...Windows]),
        limit: AmountCents,
        spent: AmountCents,
        remaining: AmountCents,
      }),
      { maxItems: 100, description: 'Every limit that applies, with the spent and the remaining amount.' },
    ),
    cooldownEndsAt: Type.Optional(Timestamp),
    expiresAt: Type.Optional(Timestamp),
    warnings: PolicyWarnings,
  },
  { title: 'PolicySummary' },
)
export type PolicySummary = Static<typeof PolicySummary>
