import { words } from '../format.ts'

/** Why a purchase was declined, in a few words, in the order in which reasons are reported: a test compares them with those of the service. */
const codes: Readonly<Record<string, string>> = {
  account_stopped: 'All spending is stopped',
  customer_not_active: 'Customer is suspended',
  agent_not_active: 'Agent is paused or disabled',
  card_frozen: 'Card is frozen',
  card_closed: 'Card is closed',
  card_expired: 'Card has expired',
  card_consumed: 'Single-use card is used',
  currency_not_supported: 'Other currency',
  per_auth_exceeded: 'Over the limit per purchase',
  per_day_exceeded: 'Over the limit per day',
  per_week_exceeded: 'Over the limit per week',
  per_month_exceeded: 'Over the limit per month',
  total_exceeded: 'Over the limit in total',
  limit_exceeded: 'Over a hard cap',
  max_transactions_exceeded: 'Too many purchases per day',
  mcc_missing: 'No category given',
  mcc_not_allowed: 'Category is not allowed',
  mcc_blocked: 'Category is blocked',
  merchant_missing: 'No merchant given',
  merchant_not_allowed: 'Merchant is not allowed',
  merchant_blocked: 'Merchant is blocked',
  merchant_locked: 'Other merchant than the first',
  country_missing: 'No country given',
  country_not_allowed: 'Country is not allowed',
  country_blocked: 'Country is blocked',
  cooldown_active: 'Too soon after the last purchase',
  outside_active_hours: 'Outside the active hours',
  intent_missing: 'No declared intent',
  intent_mismatch: 'Differs from the declared intent',
  duplicate_charge: 'Paid twice',
  credentials_invalid: 'Wrong expiry or CVV',
  credentials_locked: 'Wrong expiry or CVV too often',
  issuer_declined: 'Declined by the issuer',
}

/** `per_day_exceeded` as people say it: `Over the limit per day`. */
export const codeName = (code: string): string => codes[code] ?? words(code)

export const reasonCodes: readonly string[] = Object.keys(codes)
