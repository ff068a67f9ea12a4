import { describe, expect, it } from 'vitest'
import { type RenewingSubscription, subscriptionRenewalsByDay } from '../../dashboard/src/lib/renewals.ts'
import { subscriptionPeriodAt } from '../../src/domain/subscriptions/periods.ts'

const DAY_MS = 86_400_000
const at = (text: string) => Date.parse(text)

/** An active subscription, as the service answers it at a moment. */
function active(activatedAt: string, now: string, more: Partial<RenewingSubscription> & { isTaken?: boolean } = {}) {
  const { isTaken = false, ...rest } = more
  const period = subscriptionPeriodAt(at(activatedAt), rest.interval ?? 'month', at(now))
  const from = new Date(isTaken ? period.endsAt : period.startsAt).toISOString()
  return { activatedAt, interval: 'month' as const, maxAmount: 1500, next: { from }, ...rest }
}

describe('the renewals that are expected', () => {
  it('stand under the days on which periods begin, and what can come already under today', () => {
    const now = '2028-01-31T12:00:00Z'
    const days = (isTaken: boolean) =>
      subscriptionRenewalsByDay([active('2028-01-31T10:00:00Z', now, { isTaken })], at(now), 61)
    expect(days(false).map(({ day }) => day)).toEqual(['2028-01-31', '2028-02-29', '2028-03-31'])
    expect(days(true).map(({ day }) => day)).toEqual(['2028-02-29', '2028-03-31'])
  })

  it('are summed by currency', () => {
    const now = '2026-11-20T12:00:00Z'
    const own = [
      active('2026-10-21T10:00:00Z', now, { isTaken: true }),
      active('2026-09-21T10:00:00Z', now, { isTaken: true, maxAmount: 500 }),
      active('2026-11-14T10:00:00Z', now, { isTaken: true, interval: 'week', currency: 'EUR', maxAmount: 300 }),
    ]
    expect(subscriptionRenewalsByDay(own, at(now), 2)[0]).toMatchObject({
      day: '2026-11-21',
      totals: [
        { currency: 'USD', cents: 2000 },
        { currency: 'EUR', cents: 300 },
      ],
    })
  })

  it('end with the subscription, and with those that are not active', () => {
    const now = '2026-11-20T12:00:00Z'
    const ends = active('2026-11-10T10:00:00Z', now, { interval: 'week', until: '2026-12-01T00:00:00Z' })
    const { next: _next, ...paused } = active('2026-11-10T10:00:00Z', now)
    expect(subscriptionRenewalsByDay([ends, paused], at(now), 60).map(({ day }) => day)).toEqual([
      '2026-11-20',
      '2026-11-24',
    ])
  })

  it('are the periods that the service counts', () => {
    for (const interval of ['week', 'month', 'year'] as const) {
      for (let day = 0; day < 400; day += 23) {
        const from = at('2027-10-25T22:30:00Z') + day * DAY_MS
        const now = from + 3 * DAY_MS
        const subscription = active(new Date(from).toISOString(), new Date(now).toISOString(), {
          interval,
          isTaken: true,
        })
        let next = subscriptionPeriodAt(from, interval, now).endsAt
        for (const renewal of subscriptionRenewalsByDay([subscription], now, 800).flatMap(({ renewals }) => renewals)) {
          expect(renewal.at).toBe(next)
          next = subscriptionPeriodAt(from, interval, next).endsAt
        }
      }
    }
  })
})
