import type { IntentOutcome, PendingIntent, SubscriptionPeriodOfPurchase } from '../entities.ts'
import { isSubscriptionOpen } from './is-open.ts'
import { subscriptionPeriodAt } from './periods.ts'
import type { LoadedSubscription } from '../subscription.ts'

interface FirstCharges {
  /** The ids of intents that no purchase can match now: each declares the first charge of a subscription whose period cannot be taken. */
  readonly closed: ReadonlySet<string>
  /** The periods that a purchase takes if it matches an intent that declares a first charge, by the intent's id. */
  readonly periods: ReadonlyMap<string, SubscriptionPeriodOfPurchase>
}

const NONE: FirstCharges = { closed: new Set(), periods: new Map() }

/**
 * Finds the periods of a card's subscriptions that first charges may take at a moment, and the intents whose subscription has no such
 * period. `declaring`: the intents of the card that declare the first charge of a subscription.
 */
export function subscriptionFirstCharges(
  declaring: readonly PendingIntent[],
  subscriptions: readonly LoadedSubscription[] | undefined,
  now: number,
): FirstCharges {
  if (declaring.length === 0) return NONE
  const free = new Map((subscriptions ?? []).map((each) => [each.id, freeSubscriptionPeriod(each, now)]))
  const closed = new Set<string>()
  const periods = new Map<string, SubscriptionPeriodOfPurchase>()
  for (const { id, subscriptionId = '' } of declaring) {
    const period = free.get(subscriptionId)
    if (period) periods.set(id, period)
    else closed.add(id)
  }
  return { closed, periods }
}

/** The present period of a subscription. Null: the subscription is not open, or the period has had its charge. */
export function freeSubscriptionPeriod(
  subscription: LoadedSubscription,
  now: number,
): SubscriptionPeriodOfPurchase | null {
  if (!isSubscriptionOpen(subscription, now)) return null
  const { id, activatedAt, interval, taken } = subscription
  const { startsAt } = subscriptionPeriodAt(activatedAt, interval, now)
  return taken?.startsAt === startsAt ? null : { subscriptionId: id, periodStartsAt: startsAt }
}

/**
 * Adds to an outcome of matching the period of a subscription that the matched intent takes. If the intent takes none, the outcome stays as
 * it is.
 */
export function withSubscriptionPeriod(outcome: IntentOutcome, periods: FirstCharges['periods']): IntentOutcome {
  const takes = outcome.kind === 'matched' ? periods.get(outcome.intentId) : undefined
  return takes === undefined || outcome.kind !== 'matched' ? outcome : { ...outcome, takes }
}
