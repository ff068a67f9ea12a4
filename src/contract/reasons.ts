import type { FixedBy, DeclineCode } from './decisions.ts'

/** The meaning of a decline reason, the same for every purchase that is declined for it. */
export interface ReasonEntry {
  /**
   * Says who can remove the reason: `you` (the agent, by another request), `owner` (a person, by changing the configuration) or `time`.
   * `time`: a decision that has a `retryAt` says when the reason ends by itself. Without `retryAt`, only a person can remove the reason.
   */
  readonly fixedBy: FixedBy
  /** A sentence that says when a purchase is declined for this reason. */
  readonly means: string
}

/** The meaning of every reason code. A code without a row does not compile. */
export const reasonCatalogue: Readonly<Record<DeclineCode, ReasonEntry>> = {
  account_stopped: { fixedBy: 'owner', means: 'Somebody has stopped all spending of the account.' },
  customer_not_active: { fixedBy: 'owner', means: 'The customer is suspended.' },
  agent_not_active: { fixedBy: 'owner', means: 'The agent is paused or disabled.' },
  card_frozen: { fixedBy: 'owner', means: 'The card is frozen.' },
  card_closed: { fixedBy: 'owner', means: 'The card is closed, for good.' },
  card_expired: { fixedBy: 'owner', means: 'The time that the policy gives the card is over.' },
  card_consumed: { fixedBy: 'owner', means: 'The card is for a single purchase, which it has paid already.' },
  currency_not_supported: { fixedBy: 'you', means: "The amount is in another currency than the customer's." },
  per_auth_exceeded: { fixedBy: 'owner', means: 'The amount exceeds the limit of the policy for one purchase.' },
  per_day_exceeded: { fixedBy: 'time', means: 'The total of 24 hours would exceed the limit of the policy.' },
  per_week_exceeded: { fixedBy: 'time', means: 'The total of seven days would exceed the limit of the policy.' },
  per_month_exceeded: {
    fixedBy: 'time',
    means: 'The total of the calendar month would exceed the limit of the policy.',
  },
  total_exceeded: { fixedBy: 'owner', means: 'The total of all time would exceed the limit of the policy.' },
  limit_exceeded: { fixedBy: 'time', means: 'A total would exceed a hard cap of the customer, the agent or the card.' },
  max_transactions_exceeded: {
    fixedBy: 'time',
    means: 'There were as many purchases in 24 hours as the policy allows.',
  },
  mcc_missing: { fixedBy: 'you', means: 'The policy has a rule for merchant categories, and the request has none.' },
  mcc_not_allowed: { fixedBy: 'owner', means: 'The merchant category is not on the list of allowed categories.' },
  mcc_blocked: { fixedBy: 'owner', means: 'The merchant category is on the list of blocked categories.' },
  merchant_missing: { fixedBy: 'you', means: 'The policy has a rule for merchants, and the request has none.' },
  merchant_not_allowed: { fixedBy: 'owner', means: 'The merchant is not on the list of allowed merchants.' },
  merchant_blocked: { fixedBy: 'owner', means: 'The merchant is on the list of blocked merchants.' },
  merchant_locked: { fixedBy: 'owner', means: 'The card pays only the merchant that it paid first.' },
  country_missing: { fixedBy: 'you', means: 'The policy has a rule for countries, and the request has none.' },
  country_not_allowed: { fixedBy: 'owner', means: 'The country is not on the list of allowed countries.' },
  country_blocked: { fixedBy: 'owner', means: 'The country is on the list of blocked countries.' },
  cooldown_active: { fixedBy: 'time', means: 'Too little time has passed since the last purchase of the card.' },
  outside_active_hours: { fixedBy: 'time', means: 'The purchase is outside of the active hours of the policy.' },
  intent_missing: {
    fixedBy: 'you',
    means: 'The policy requires a declared intent, and the card has none that is pending.',
  },
  intent_mismatch: { fixedBy: 'you', means: 'The purchase differs from the intent that was declared.' },
  duplicate_charge: { fixedBy: 'you', means: 'The card has just paid the same amount to the same merchant.' },
  credentials_invalid: {
    fixedBy: 'you',
    means: 'The expiry or the CVV is wrong, or the CVV that is needed was not sent.',
  },
  credentials_locked: { fixedBy: 'owner', means: 'A wrong expiry or CVV was sent too often in a row.' },
  issuer_declined: {
    fixedBy: 'owner',
    means: 'The issuer of the card declined the purchase, independent of the rules.',
  },
}
