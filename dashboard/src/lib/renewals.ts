/** The fields of a subscription that decide when its purchases come. Times are as the API writes them. */
export interface RenewingSubscription {
  readonly activatedAt?: string
  readonly next?: { readonly from: string }
  readonly interval: 'week' | 'month' | 'year'
  readonly until?: string
  readonly maxAmount: number
  readonly currency?: string
}

/** A coming purchase that a subscription permits: one for each of its periods. */
export interface SubscriptionRenewal<Subscription extends RenewingSubscription = RenewingSubscription> {
  readonly subscription: Subscription
  /** The earliest moment of the subscription's coming purchase, in Unix milliseconds. */
  readonly at: number
}

/** The renewals of one day in UTC, because a subscription's periods begin in UTC. */
export interface SubscriptionRenewalDay<Subscription extends RenewingSubscription = RenewingSubscription> {
  /** The day as `2026-11-24`. */
  readonly day: string
  readonly renewals: readonly SubscriptionRenewal<Subscription>[]
  /** The most that the day's renewals cost, one sum for each currency. */
  readonly totals: readonly { readonly currency: string; readonly cents: number }[]
}

const DAY_MS = 86_400_000
const DEFAULT_CURRENCY = 'USD'

/** The renewals of the next `days` days, by day. A purchase that may already come is under today. `now` is in Unix milliseconds. */
export function subscriptionRenewalsByDay<Subscription extends RenewingSubscription>(
  subscriptions: readonly Subscription[],
  now: number,
  days: number,
): SubscriptionRenewalDay<Subscription>[] {
  const until = now + days * DAY_MS
  const renewals = subscriptions.flatMap((subscription) => renewalsOf(subscription, now, until))
  const byDay = Map.groupBy(
    renewals.toSorted((a, b) => a.at - b.at),
    ({ at }) => dayOf(at),
  )
  return [...byDay].map(([day, own]) => ({ day, renewals: own, totals: totalsOf(own) }))
}

function renewalsOf<Subscription extends RenewingSubscription>(
  subscription: Subscription,
  now: number,
  until: number,
): SubscriptionRenewal<Subscription>[] {
  const { activatedAt, next, interval } = subscription
  if (activatedAt === undefined || next === undefined) return []
  const end = Math.min(until, subscription.until === undefined ? until : Date.parse(subscription.until))
  const first = Math.max(Date.parse(next.from), now)
  const renewals: SubscriptionRenewal<Subscription>[] = first < end ? [{ subscription, at: first }] : []
  for (let index = 1; ; index += 1) {
    const at = periodStart(Date.parse(activatedAt), interval, index)
    if (at >= end) return renewals
    if (at > first) renewals.push({ subscription, at })
  }
}

/**
 * The beginning of a subscription's period in Unix milliseconds, computed as the service does. The period of the activation has the index
 * 0.
 */
function periodStart(activatedAt: number, interval: RenewingSubscription['interval'], index: number): number {
  const day = activatedAt - (activatedAt % DAY_MS)
  if (interval === 'week') return day + index * 7 * DAY_MS
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + index * (interval === 'year' ? 12 : 1)]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function totalsOf(renewals: readonly SubscriptionRenewal[]): SubscriptionRenewalDay['totals'] {
  const byCurrency = Map.groupBy(renewals, ({ subscription: { currency = DEFAULT_CURRENCY } }) => currency)
  return [...byCurrency].map(([currency, own]) => ({
    currency,
    cents: own.reduce((sum, { subscription: { maxAmount } }) => sum + maxAmount, 0),
  }))
}
