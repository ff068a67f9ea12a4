import type { ReasonCode } from '@purser/client'

const all: Readonly<Record<ReasonCode, true>> = {
  customer_not_active: true,
  agent_not_active: true,
  card_frozen: true,
  card_closed: true,
  card_expired: true,
  card_consumed: true,
  currency_not_supported: true,
  per_auth_exceeded: true,
  per_day_exceeded: true,
  per_week_exceeded: true,
  per_month_exceeded: true,
  total_exceeded: true,
  limit_exceeded: true,
  max_transactions_exceeded: true,
  mcc_missing: true,
  mcc_not_allowed: true,
  mcc_blocked: true,
  merchant_missing: true,
  merchant_not_allowed: true,
  merchant_blocked: true,
  merchant_locked: true,
  country_missing: true,
  country_not_allowed: true,
  country_blocked: true,
  cooldown_active: true,
  outside_active_hours: true,
  intent_missing: true,
  intent_mismatch: true,
  duplicate_charge: true,
  credentials_invalid: true,
  credentials_locked: true,
  issuer_declined: true,
}

/** Every reason for a decline, in the order in which they are reported. A new one does not compile until it stands here. */
export const reasonCodes = Object.keys(all)
