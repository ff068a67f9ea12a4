import type { DeclineCode, Reason } from '../../contract/decisions.ts'
import type { Next } from '../tool.ts'

type Step = (reason: Reason) => Next

const tellOwner: Step = () => ({
  say: 'Only your owner can change this. Tell them what you need and why, then go on with something else.',
})
const wait: Step = (reason) =>
  reason.retryAt === undefined
    ? tellOwner(reason)
    : { tool: 'check_purchase', at: reason.retryAt, say: 'Time alone helps: check again at `at`, not before.' }
const name =
  (field: string): Step =>
  () => ({
    tool: 'check_purchase',
    say: `The rules of this card need \`${field}\`: check again with it.`,
  })

/** The way out of each reason. A code without one does not compile. */
const byCode: Readonly<Record<DeclineCode, Step>> = {
  customer_not_active: tellOwner,
  agent_not_active: tellOwner,
  card_frozen: tellOwner,
  card_closed: tellOwner,
  card_expired: tellOwner,
  card_consumed: tellOwner,
  currency_not_supported: () => ({
    say: 'The card pays US dollars alone. Have the shop charge in USD, or choose another shop.',
  }),
  per_auth_exceeded: tellOwner,
  per_day_exceeded: wait,
  per_week_exceeded: wait,
  per_month_exceeded: wait,
  total_exceeded: tellOwner,
  limit_exceeded: wait,
  max_transactions_exceeded: wait,
  mcc_missing: name('mcc'),
  mcc_not_allowed: tellOwner,
  mcc_blocked: tellOwner,
  merchant_missing: name('merchant'),
  merchant_not_allowed: tellOwner,
  merchant_blocked: tellOwner,
  merchant_locked: tellOwner,
  country_missing: name('country'),
  country_not_allowed: tellOwner,
  country_blocked: tellOwner,
  cooldown_active: wait,
  outside_active_hours: wait,
  intent_missing: () => ({
    tool: 'declare_intent',
    say: 'Nothing is wrong but that the purchase was not declared. Declare it, then pay.',
  }),
  intent_mismatch: () => ({
    say: 'The charge differs from what you declared. Cancel that intent, then check and declare the real total under a new reference.',
  }),
  duplicate_charge: () => ({
    tool: 'list_transactions',
    say: 'The same charge was just paid. See whether the first one was the purchase, and do not pay again.',
  }),
  credentials_invalid: () => ({
    tool: 'list_intents',
    args: { status: 'pending' },
    say: 'The checkout got a wrong expiry or CVV. Have the card delivered anew for the intent, and do not type it.',
  }),
  credentials_locked: wait,
  issuer_declined: tellOwner,
}

/** Of several reasons, what stands in the way the longest: what the owner has to change, then time, then what you can do. */
export function afterReasons(reasons: readonly Reason[]): Next {
  const first = ORDER.flatMap((who) => reasons.filter(({ fixedBy }) => fixedBy === who))[0]
  return first === undefined ? { say: 'Nothing stands in the way.' } : byCode[first.code](first)
}

const ORDER = ['owner', 'time', 'you'] as const
