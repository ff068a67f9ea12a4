import type { LimitWindow } from '../../contract/policy.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { addCents } from '../spend/spend-entries.ts'
import { trailingLimitWindowMs } from '../spend/spend-windows.ts'
import { endOfUtcMonth, utcMonth } from '../spend/utc-month.ts'
import { subscriptionPeriodAt } from './periods.ts'
import type { LoadedSubscription } from '../subscription.ts'
import { isSubscriptionOpen } from './is-open.ts'

/** A subscription with the levels that its purchases count for. */
export interface SubscriptionCommitment {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly subscription: LoadedSubscription
}

/**
 * The cents that active subscriptions of a level may still take within the length of a window: in the next 24 hours, in the next 168, or
 * until the end of the UTC month. Undefined: the window has no end. `holder`: the id of the level.
 */
export function committedSubscriptionCents(
  commitments: readonly SubscriptionCommitment[],
  window: LimitWindow,
  { holder, now }: { readonly holder: string | null; readonly now: number },
): number | undefined {
  const until = endOf(window, now)
  if (until === undefined) return undefined
  return commitments
    .filter(({ customerId, agentId, cardId }) => [customerId, agentId, cardId].includes(holder))
    .reduce((sum, { subscription }) => addCents(sum, stillTaken(subscription, now, until)), 0)
}

function endOf(window: LimitWindow, now: number): number | undefined {
  if (window === 'perAuth' || window === 'total') return undefined
  return window === 'perMonth' ? endOfUtcMonth(utcMonth(now)) : now + trailingLimitWindowMs[window]
}

/** The cents that a subscription may take from now until just before `until`: one purchase in each period that is not taken. */
function stillTaken(subscription: LoadedSubscription, now: number, until: number): number {
  if (!isSubscriptionOpen(subscription, now)) return 0
  const { activatedAt, interval, maxAmount, taken } = subscription
  const end = Math.min(until, subscription.until ?? until)
  let cents = 0
  let period = subscriptionPeriodAt(activatedAt, interval, now)
  if (taken?.startsAt !== period.startsAt) cents = maxAmount
  while (period.endsAt < end) {
    period = subscriptionPeriodAt(activatedAt, interval, period.endsAt)
    cents = addCents(cents, maxAmount)
  }
  return cents
}

/**
 * The purchases of a card in the next 24 hours that its active subscriptions cover, as their largest amounts in cents. The purchase of the
 * present period counts even if there was one, because it may be reversed, and then there may be another.
 */
export function nextDaySubscriptionCharges(subscriptions: readonly LoadedSubscription[] = [], now: number): number[] {
  return subscriptions.flatMap((subscription) => {
    if (!isSubscriptionOpen(subscription, now)) return []
    const { activatedAt, interval, maxAmount, until } = subscription
    const { endsAt } = subscriptionPeriodAt(activatedAt, interval, now)
    const hasSecond = endsAt < Math.min(now + DAY_MS, until ?? Number.POSITIVE_INFINITY)
    return hasSecond ? [maxAmount, maxAmount] : [maxAmount]
  })
}
