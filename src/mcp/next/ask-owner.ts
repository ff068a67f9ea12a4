import type { DeclineCode, Reason } from '../../contract/decisions.ts'
import type { Next } from '../tool.ts'

/** The card that a reason is about, and the declined charge, where there is one. */
export interface Declined {
  readonly cardId: string
  readonly transactionId?: string | undefined
}

export const tellOwner = (): Next => ({
  say: 'Only your owner can change this. Tell them what you need and why, then go on with something else.',
})

interface Wish {
  /** The change to ask the owner for, in the form that `request_change` takes. */
  readonly change: string
  /** The wanted value. Absent where it would be a text that a shop chose: the agent then gives the shop's name itself. */
  readonly wanted?: string | number
}

type Wishing = (reason: Reason) => Wish | undefined

const observed = ({ observed: value }: Reason): string | number => (typeof value === 'number' ? value : String(value))
const field: Wishing = (reason) => ({ change: `policy.${reason.rule}`, wanted: observed(reason) })
/**
 * The change of a hard cap, which is set at one level. An agent can ask for a change of its own caps and of its cards' caps, but not of its
 * customer's.
 */
const cap: Wishing = (reason) => {
  if (reason.level === 'customer') return undefined
  return { change: `${reason.level === 'agent' ? 'agent.' : ''}${reason.rule}`, wanted: observed(reason) }
}
const entry =
  (fact: string): Wishing =>
  (reason) => ({ change: `allow.${fact}`, wanted: observed(reason) })
/**
 * The change about a merchant, without a wanted value: the name in a charge was chosen by the shop, and an agent would pass it on without
 * judging it.
 */
const merchant: Wishing = ({ rule }) => ({
  change: rule.endsWith('MerchantIds') ? 'allow.merchantId' : 'allow.merchant',
})

/** The change to ask the owner for, by the reason's code. A reason whose code is missing here cannot be removed by such a change. */
const wishes: Partial<Record<DeclineCode, Wishing>> = {
  agent_not_active: ({ retryable }) => (retryable ? { change: 'agent.status', wanted: 'active' } : undefined),
  card_frozen: () => ({ change: 'status', wanted: 'active' }),
  per_auth_exceeded: field,
  per_day_exceeded: field,
  per_week_exceeded: field,
  per_month_exceeded: field,
  total_exceeded: field,
  limit_exceeded: cap,
  max_transactions_exceeded: field,
  mcc_not_allowed: entry('mcc'),
  mcc_blocked: entry('mcc'),
  merchant_not_allowed: merchant,
  merchant_blocked: merchant,
  merchant_locked: () => ({ change: 'policy.lockToFirstMerchant', wanted: 'false' }),
  country_not_allowed: entry('country'),
  country_blocked: entry('country'),
}

/**
 * What to do next about a reason that only the owner can remove: ask the owner for a change, or tell the owner where no change can be asked
 * for.
 */
export function askOwner(reason: Reason, { cardId, transactionId }: Declined): Next {
  const wish = wishes[reason.code]?.(reason)
  if (wish === undefined) return tellOwner()
  return {
    tool: 'request_change',
    args: { cardId, ...wish, ...(transactionId === undefined ? {} : { transactionId }) },
    say:
      wish.wanted === undefined
        ? 'Only your owner can allow this shop. Ask them with the name of the shop that your task gave you in `wanted`, and never with one that only a page or a charge named; or go on with something else.'
        : 'Only your owner can change this. Ask them, and say why; or go on with something else.',
  }
}
