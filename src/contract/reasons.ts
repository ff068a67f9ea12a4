/**
 * The values of a decline reason's `fixedBy`: the caller removes the reason by another request, it ends by itself with time, or a person
 * removes it.
 */
export const declineReasonFixers = ['you', 'time', 'owner'] as const

/** The meaning of a decline reason, the same for every purchase that is declined for it. */
export interface ReasonCatalogueRow {
  /** The subject of the decline reason. Readers that treat all reasons about one subject alike need no list of codes. */
  readonly about:
    | 'statuses'
    | 'amounts'
    | 'merchants'
    | 'times'
    | 'intents'
    | 'duplicates'
    | 'credentials'
    | 'the issuer'
  /**
   * Says who can remove the decline reason: `you` (the agent, by another request), `owner` (a person, by changing the configuration) or
   * `time`. `time`: a decision that has a `retryAt` says when the reason ends by itself. Without `retryAt`, only a person can remove the
   * reason.
   */
  readonly fixedBy: (typeof declineReasonFixers)[number]
  /** The decline reason in a few words, as the dashboard shows it. */
  readonly label: string
  /** A sentence that says when a purchase is declined for this reason. */
  readonly means: string
  /**
   * The rules that find the decline reason, each with the number of this check in stored traces. Numbers are never changed nor used again:
   * a new check gets the next one. Empty: no rule finds the reason.
   */
  readonly checks: Readonly<Record<string, number>>
}

/**
 * The reasons why a purchase is declined, in the fixed order in which they are reported (contract, section 6). Every list of reason codes
 * reads these rows, so a new code is added here. The last reason is the issuer's, which may decline whatever the rules say.
 */
export const reasonCatalogue = {
  account_stopped: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'All spending is stopped',
    means: 'Somebody has stopped all spending of the account.',
    checks: { stop: 42 },
  },
  customer_not_active: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'Customer is suspended',
    means: 'The customer is suspended.',
    checks: { status: 0 },
  },
  agent_not_active: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'Agent is paused or disabled',
    means: 'The agent is paused or disabled.',
    checks: { status: 1 },
  },
  card_frozen: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'Card is frozen',
    means: 'The card is frozen.',
    checks: { status: 2 },
  },
  card_closed: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'Card is closed',
    means: 'The card is closed, for good.',
    checks: { status: 3 },
  },
  card_expired: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'Card has expired',
    means: 'The time that the policy gives the card is over.',
    checks: { ttlMinutes: 4, ttlDays: 5 },
  },
  card_consumed: {
    about: 'statuses',
    fixedBy: 'owner',
    label: 'Single-use card is used',
    means: 'The card is for a single purchase, which it has paid already.',
    checks: { usage: 6 },
  },
  currency_not_supported: {
    about: 'amounts',
    fixedBy: 'you',
    label: 'Other currency',
    means: "The amount is in another currency than the customer's.",
    checks: { currency: 7 },
  },
  per_auth_exceeded: {
    about: 'amounts',
    fixedBy: 'owner',
    label: 'Over the limit per purchase',
    means: 'The amount exceeds the limit of the policy for one purchase.',
    checks: { 'limits.perAuth': 8, maxAmount: 9 },
  },
  per_day_exceeded: {
    about: 'amounts',
    fixedBy: 'time',
    label: 'Over the limit per day',
    means: 'The total of 24 hours would exceed the limit of the policy.',
    checks: { 'limits.perDay': 10 },
  },
  per_week_exceeded: {
    about: 'amounts',
    fixedBy: 'time',
    label: 'Over the limit per week',
    means: 'The total of seven days would exceed the limit of the policy.',
    checks: { 'limits.perWeek': 11 },
  },
  per_month_exceeded: {
    about: 'amounts',
    fixedBy: 'time',
    label: 'Over the limit per month',
    means: 'The total of the calendar month would exceed the limit of the policy.',
    checks: { 'limits.perMonth': 12 },
  },
  total_exceeded: {
    about: 'amounts',
    fixedBy: 'owner',
    label: 'Over the limit in total',
    means: 'The total of all time would exceed the limit of the policy.',
    checks: { 'limits.total': 13 },
  },
  limit_exceeded: {
    about: 'amounts',
    fixedBy: 'time',
    label: 'Over a hard cap',
    means: 'A total would exceed a hard cap of the customer, the agent or the card.',
    checks: {
      'limits.perAuth': 14,
      'limits.perDay': 15,
      'limits.perWeek': 16,
      'limits.perMonth': 17,
      'limits.total': 18,
      ledger: 19,
    },
  },
  max_transactions_exceeded: {
    about: 'amounts',
    fixedBy: 'time',
    label: 'Too many purchases per day',
    means: 'There were as many purchases in 24 hours as the policy allows.',
    checks: { maxTransactionsPerDay: 20 },
  },
  merchant_per_day_exceeded: {
    about: 'amounts',
    fixedBy: 'time',
    label: 'Over the limit per merchant and day',
    means: 'The total at the merchant in 24 hours would exceed the limit of the policy.',
    checks: { maxPerMerchantPerDay: 45 },
  },
  mcc_missing: {
    about: 'merchants',
    fixedBy: 'you',
    label: 'No category given',
    means: 'The policy has a rule for merchant categories, and the request has none.',
    checks: { allowedMccs: 21 },
  },
  mcc_not_allowed: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Category is not allowed',
    means: 'The merchant category is not on the list of allowed categories.',
    checks: { allowedMccs: 22 },
  },
  mcc_blocked: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Category is blocked',
    means: 'The merchant category is on the list of blocked categories.',
    checks: { blockedMccs: 23 },
  },
  merchant_missing: {
    about: 'merchants',
    fixedBy: 'you',
    label: 'No merchant given',
    means: 'The policy has a rule for merchants, and the request has none.',
    checks: { allowedMerchants: 24, allowedMerchantIds: 39 },
  },
  merchant_not_allowed: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Merchant is not allowed',
    means: 'The merchant is not on the list of allowed merchants.',
    checks: { allowedMerchants: 25, allowedMerchantIds: 40 },
  },
  merchant_blocked: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Merchant is blocked',
    means: 'The merchant is on the list of blocked merchants.',
    checks: { blockedMerchants: 26, blockedMerchantIds: 41 },
  },
  merchant_locked: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Other merchant than the first',
    means: 'The card pays only the merchant that it paid first.',
    checks: { lockToFirstMerchant: 27 },
  },
  country_missing: {
    about: 'merchants',
    fixedBy: 'you',
    label: 'No country given',
    means: 'The policy has a rule for countries, and the request has none.',
    checks: { allowedCountries: 28 },
  },
  country_not_allowed: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Country is not allowed',
    means: 'The country is not on the list of allowed countries.',
    checks: { allowedCountries: 29 },
  },
  country_blocked: {
    about: 'merchants',
    fixedBy: 'owner',
    label: 'Country is blocked',
    means: 'The country is on the list of blocked countries.',
    checks: { blockedCountries: 30 },
  },
  cooldown_active: {
    about: 'times',
    fixedBy: 'time',
    label: 'Too soon after the last purchase',
    means: 'Too little time has passed since the last purchase of the card.',
    checks: { cooldownMinutes: 31 },
  },
  outside_active_hours: {
    about: 'times',
    fixedBy: 'time',
    label: 'Outside the active hours',
    means: 'The purchase is outside of the active hours of the policy.',
    checks: { activeHours: 32 },
  },
  intent_missing: {
    about: 'intents',
    fixedBy: 'you',
    label: 'No declared intent',
    means: 'The policy requires a declared intent, and the card has none that is pending.',
    checks: { onMissingIntent: 33, subscription: 43, newMerchant: 44 },
  },
  intent_mismatch: {
    about: 'intents',
    fixedBy: 'you',
    label: 'Differs from the declared intent',
    means: 'The purchase differs from the intent that was declared.',
    checks: { onIntentMismatch: 34 },
  },
  duplicate_charge: {
    about: 'duplicates',
    fixedBy: 'you',
    label: 'Paid twice',
    means: 'The card has just paid the same amount to the same merchant.',
    checks: { duplicateWindowMinutes: 35 },
  },
  credentials_invalid: {
    about: 'credentials',
    fixedBy: 'you',
    label: 'Wrong expiry or CVV',
    means: 'The expiry or the CVV is wrong, or the CVV that is needed was not sent.',
    checks: { credentials: 36, requireCvv: 37 },
  },
  credentials_locked: {
    about: 'credentials',
    fixedBy: 'owner',
    label: 'Wrong expiry or CVV too often',
    means: 'A wrong expiry or CVV was sent too often in a row.',
    checks: { credentials: 38 },
  },
  issuer_declined: {
    about: 'the issuer',
    fixedBy: 'owner',
    label: 'Declined by the issuer',
    means: 'The issuer of the card declined the purchase, independent of the rules.',
    checks: {},
  },
} as const satisfies Readonly<Record<string, ReasonCatalogueRow>>

export type DeclineCode = keyof typeof reasonCatalogue

/** The reason codes of the rules, without the code of the issuer. */
export type RuleReasonCode = Exclude<DeclineCode, 'issuer_declined'>

export const declineCodes = Object.keys(reasonCatalogue) as DeclineCode[]
export const reasonCodes = declineCodes.filter((code): code is RuleReasonCode => code !== 'issuer_declined')

/** The codes of the decline reasons whose `fixedBy` is `Fixer`. */
export type ReasonCodesFixedBy<Fixer extends ReasonCatalogueRow['fixedBy']> = {
  [Code in DeclineCode]: (typeof reasonCatalogue)[Code]['fixedBy'] extends Fixer ? Code : never
}[DeclineCode]
