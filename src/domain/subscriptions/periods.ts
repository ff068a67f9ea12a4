import type { SubscriptionInterval } from '../../contract/resources/subscriptions/subscriptions.ts'
import { DAY_MS, WEEK_MS } from '../../lib/clock.ts'

/** A period of a subscription, in Unix milliseconds. `startsAt` is in it, `endsAt` is the start of the next one. */
export interface SubscriptionPeriod {
  readonly startsAt: number
  readonly endsAt: number
}

const MONTHS = { month: 1, year: 12 } as const

/**
 * The period of a subscription in which a moment lies. The first begins with the activation (`from`), each later one at the beginning of
 * its day in UTC: shops charge a renewal at any hour of its day, also an earlier one than that of the first purchase. Each start is
 * computed from the activation itself and not from the start before, so that the 31st is followed by the last day of February and then by
 * the 31st of March.
 */
export function subscriptionPeriodAt(from: number, interval: SubscriptionInterval, at: number): SubscriptionPeriod {
  let index = Math.max(0, estimate(from, interval, at))
  while (index > 0 && startOf(from, interval, index) > at) index -= 1
  while (startOf(from, interval, index + 1) <= at) index += 1
  return { startsAt: startOf(from, interval, index), endsAt: startOf(from, interval, index + 1) }
}

/** The start of the subscription's period with this index. The first period has the index 0. */
function startOf(from: number, interval: SubscriptionInterval, index: number): number {
  if (index === 0) return from
  const day = from - (from % DAY_MS)
  return interval === 'week' ? day + index * WEEK_MS : monthsAfter(day, index * MONTHS[interval])
}

/** Estimates the index of the subscription's period in which the moment `at` lies. The index may be wrong by one. */
function estimate(from: number, interval: SubscriptionInterval, at: number): number {
  if (interval === 'week') return Math.floor((at - from) / WEEK_MS)
  const [start, end] = [new Date(from), new Date(at)]
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  return Math.floor(months / MONTHS[interval])
}

/**
 * The beginning of the same day of the month, a number of months later. A month that has no such day gives its last day. `from`: the
 * beginning of a day.
 */
function monthsAfter(from: number, months: number): number {
  const date = new Date(from)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
}
