import type { DeclineCode } from '../../contract/decisions.ts'

/** The results for a decline that Lithic accepts. It has none for "declined by policy". */
export type DeclineResult = 'CARD_PAUSED' | 'INSUFFICIENT_FUNDS' | 'UNAUTHORIZED_MERCHANT' | 'VELOCITY_EXCEEDED'

/** The Lithic result for each of Purser's decline reasons. */
export const resultOfReason: Readonly<Record<DeclineCode, DeclineResult>> = {
  account_stopped: 'CARD_PAUSED',
  customer_not_active: 'CARD_PAUSED',
  agent_not_active: 'CARD_PAUSED',
  card_frozen: 'CARD_PAUSED',
  card_closed: 'CARD_PAUSED',
  card_expired: 'CARD_PAUSED',
  card_consumed: 'CARD_PAUSED',
  currency_not_supported: 'INSUFFICIENT_FUNDS',
  per_auth_exceeded: 'VELOCITY_EXCEEDED',
  per_day_exceeded: 'VELOCITY_EXCEEDED',
  per_week_exceeded: 'VELOCITY_EXCEEDED',
  per_month_exceeded: 'VELOCITY_EXCEEDED',
  total_exceeded: 'VELOCITY_EXCEEDED',
  limit_exceeded: 'VELOCITY_EXCEEDED',
  max_transactions_exceeded: 'VELOCITY_EXCEEDED',
  mcc_missing: 'UNAUTHORIZED_MERCHANT',
  mcc_not_allowed: 'UNAUTHORIZED_MERCHANT',
  mcc_blocked: 'UNAUTHORIZED_MERCHANT',
  merchant_missing: 'UNAUTHORIZED_MERCHANT',
  merchant_not_allowed: 'UNAUTHORIZED_MERCHANT',
  merchant_blocked: 'UNAUTHORIZED_MERCHANT',
  merchant_locked: 'UNAUTHORIZED_MERCHANT',
  country_missing: 'UNAUTHORIZED_MERCHANT',
  country_not_allowed: 'UNAUTHORIZED_MERCHANT',
  country_blocked: 'UNAUTHORIZED_MERCHANT',
  cooldown_active: 'VELOCITY_EXCEEDED',
  outside_active_hours: 'CARD_PAUSED',
  intent_missing: 'UNAUTHORIZED_MERCHANT',
  intent_mismatch: 'UNAUTHORIZED_MERCHANT',
  duplicate_charge: 'VELOCITY_EXCEEDED',
  credentials_invalid: 'INSUFFICIENT_FUNDS',
  credentials_locked: 'CARD_PAUSED',
  issuer_declined: 'INSUFFICIENT_FUNDS',
}
