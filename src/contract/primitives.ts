import { Type, type Static } from 'typebox'

/** The largest amount in cents: the largest integer that a JSON number carries exactly (contract, section 2). */
export const MAX_AMOUNT_CENTS = Number.MAX_SAFE_INTEGER

export const AmountCents = Type.Integer({
  minimum: 0,
  maximum: MAX_AMOUNT_CENTS,
  description:
    "Integer amount in minor units of the customer's currency: 4999 is 49.99 USD, or 4999 JPY where the customer is in JPY.",
})

/** An amount in integer cents, from 1, as authorizations, intents and evaluations need it. */
export const PositiveAmountCents = Type.Integer({
  minimum: 1,
  maximum: MAX_AMOUNT_CENTS,
  description: "Integer amount in minor units of the customer's currency, at least 1: 4999 is 49.99 USD.",
})

/** An id in a request: an opaque text of at most 64 characters. The service checks whether it exists. */
export const IdInput = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Identifier, as an earlier reply gave it.',
})

export const Id = Type.String({
  pattern: '^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$',
  maxLength: 31,
  description: 'Identifier: a prefix and 26 characters in creation order.',
})
export const NullableId = Type.Union([Id, Type.Null()], { description: 'Identifier, or null.' })

export const Timestamp = Type.String({
  format: 'date-time',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
  maxLength: 24,
  description: 'A time in UTC, always with milliseconds and `Z`.',
  examples: ['2026-01-31T23:59:59.123Z'],
})
export const NullableTimestamp = Type.Union([Timestamp, Type.Null()])

/** A time in a request, with any precision and offset. */
export const TimestampInput = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'RFC 3339 time with an offset or `Z`.',
  examples: ['2026-01-31T23:59:59.123Z'],
})

/**
 * The two ends of a filter by time. The filter is half-open, so that ranges that follow each other add up. `what`: what happened in the
 * range.
 */
export const timeRangeFilters = (what: string) => ({
  lower: Type.Optional(
    Type.String({ ...TimestampInput, description: `Only ${what} at this time or later, as RFC 3339 time.` }),
  ),
  upper: Type.Optional(
    Type.String({
      ...TimestampInput,
      description: `Only ${what} before this time, which is excluded: the lower end of the next range.`,
    }),
  ),
})

/** A time, or a day of UTC. */
export const TimeOrDay = Type.Union([
  TimestampInput,
  Type.String({ format: 'date', maxLength: 10, description: 'A day of UTC.', examples: ['2026-01-31'] }),
])

/** A currency code of ISO 4217. Requests may have it in any case; answers have it in upper case. */
export const Currency = Type.String({
  pattern: '^[A-Za-z]{3}$',
  maxLength: 3,
  description: 'ISO 4217 currency code, any case.',
  examples: ['USD'],
})

/** A currency code in an answer. */
export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
  description: 'ISO 4217 currency code.',
  examples: ['USD'],
})

/** The currency of all amounts of an answer. */
export const AmountsCurrency = Type.String({
  ...CurrencyCode,
  description: 'The currency of the amounts in the same object, as ISO 4217 code. Absent: USD.',
  examples: ['EUR'],
})

/** The amount and currency that the merchant asked for, before the network converted them. */
export const MerchantMoneyFields = {
  merchantAmount: Type.Optional(
    Type.Integer({
      ...AmountCents,
      description:
        'The amount that the merchant asked for, in minor units of `merchantCurrency`, before the network converted it.',
    }),
  ),
  merchantCurrency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      maxLength: 3,
      description: 'ISO 4217 code of the currency that the merchant asked in.',
      examples: ['EUR'],
    }),
  ),
}

/** The merchant's amount and currency, in a request of the network. */
export const MerchantMoneyInput = {
  merchantAmount: MerchantMoneyFields.merchantAmount,
  merchantCurrency: Type.Optional(
    Type.String({
      ...Currency,
      description: 'ISO 4217 code of the currency that the merchant asked in, any case. Needed with `merchantAmount`.',
      examples: ['EUR'],
    }),
  ),
}

export const Mcc = Type.String({
  pattern: '^[0-9]{4}$',
  maxLength: 4,
  description: 'Merchant category code, four digits.',
  examples: ['5734'],
})

export const CountryCode = Type.String({
  pattern: '^[A-Za-z]{2}$',
  maxLength: 2,
  description: 'ISO 3166-1 alpha-2 country code.',
  examples: ['US'],
})

export const MAX_ARRAY_ENTRIES = 1000

export const MerchantName = Type.String({ minLength: 1, maxLength: 256, description: 'Merchant name.' })

/** A site where a card number may be entered: an origin, or a pattern for names with one label before a host. */
export const OriginPattern = Type.String({
  pattern: '^https?://[^\\s/?#@\\\\]{1,240}$',
  maxLength: 255,
  description: 'Origin of a site, `https://` and a host and port without a path, or `https://*.host` for one label.',
  examples: ['https://shop.example.com'],
})
export const MAX_ALLOWED_ORIGINS = 200

export const MerchantId = Type.String({ minLength: 1, maxLength: 64, description: "The network's id of a merchant." })

/** The schema of a message that people read: one sentence. */
export const SentenceText = Type.String({
  maxLength: 2000,
  description: 'The explanation, in one sentence for people.',
})

/** A free-form JSON object, at most 16 KiB and 8 levels (checked by the service), returned as sent. */
export const FreeFormObject = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Any JSON object, at most 16 KiB and 8 levels.',
})
export type FreeFormObject = Static<typeof FreeFormObject>

export const PostalAddress = Type.Object(
  {
    line1: Type.String({ minLength: 1, maxLength: 200 }),
    line2: Type.Optional(Type.String({ maxLength: 200 })),
    city: Type.String({ minLength: 1, maxLength: 100 }),
    state: Type.Optional(Type.String({ maxLength: 100 })),
    postalCode: Type.String({ minLength: 1, maxLength: 20 }),
    country: CountryCode,
  },
  { additionalProperties: false, title: 'Address' },
)
export type PostalAddress = Static<typeof PostalAddress>

const SHA256_HEX = '^[0-9a-f]{64}$'

/** The hash that names the subject of a decision: what somebody is shown and decides about. */
export const DecisionSubjectHash = Type.Optional(
  Type.String({
    pattern: SHA256_HEX,
    maxLength: 64,
    description:
      'The hash of what there is to decide about, which a decision sends as `shown`. The hash changes if the subject does. Present while somebody can decide.',
  }),
)

/** The hash of the subject that the caller of a decision has seen. */
export const ShownSubjectHash = Type.Optional(
  Type.String({
    pattern: SHA256_HEX,
    maxLength: 64,
    description:
      'The `subjectHash` of what was shown to whoever decides. If there is something else to decide about by now, the answer is 409 `subject_changed`. Required of people.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
)
