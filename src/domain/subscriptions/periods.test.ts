import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subscriptionPeriodAt } from './periods.ts'

const DAY_MS = 86_400_000
const utc = (text: string) => Date.parse(`${text}Z`)
const text = (ms: number) => new Date(ms).toISOString().slice(0, -5)

describe('the period of a moment', () => {
  it.each<['week' | 'month' | 'year', string, string, string, string]>([
    ['week', '2026-01-31T12:00:00', '2026-02-06T23:59:59', '2026-01-31T12:00:00', '2026-02-07T00:00:00'],
    ['week', '2026-01-31T12:00:00', '2026-02-07T00:00:00', '2026-02-07T00:00:00', '2026-02-14T00:00:00'],
    ['week', '2026-01-31T00:00:00', '2026-02-07T00:00:00', '2026-02-07T00:00:00', '2026-02-14T00:00:00'],
    ['month', '2026-01-31T12:00:00', '2026-01-31T12:00:00', '2026-01-31T12:00:00', '2026-02-28T00:00:00'],
    ['month', '2026-01-31T12:00:00', '2026-02-27T23:59:59', '2026-01-31T12:00:00', '2026-02-28T00:00:00'],
    ['month', '2026-01-31T12:00:00', '2026-03-30T23:59:59', '2026-02-28T00:00:00', '2026-03-31T00:00:00'],
    ['month', '2026-01-31T12:00:00', '2026-03-31T06:00:00', '2026-03-31T00:00:00', '2026-04-30T00:00:00'],
    ['month', '2027-10-31T00:00:00', '2028-02-29T00:00:00', '2028-02-29T00:00:00', '2028-03-31T00:00:00'],
    ['month', '2026-11-15T09:30:00', '2027-01-14T23:59:59', '2026-12-15T00:00:00', '2027-01-15T00:00:00'],
    ['year', '2028-02-29T08:00:00', '2029-02-28T00:00:00', '2029-02-28T00:00:00', '2030-02-28T00:00:00'],
    ['year', '2028-02-29T08:00:00', '2032-02-28T23:59:59', '2031-02-28T00:00:00', '2032-02-29T00:00:00'],
  ])('a %s from %s: %s is from %s until %s', (interval, from, at, startsAt, endsAt) => {
    const period = subscriptionPeriodAt(utc(from), interval, utc(at))
    expect([text(period.startsAt), text(period.endsAt)]).toEqual([startsAt, endsAt])
  })

  it('has each moment in exactly one period, and periods follow each other without a gap', () => {
    const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
    const interval = fc.constantFrom('week' as const, 'month' as const, 'year' as const)
    fc.assert(
      fc.property(moment, interval, fc.nat(5000 * DAY_MS), (from, each, later) => {
        const at = from + later
        const { startsAt, endsAt } = subscriptionPeriodAt(from, each, at)
        expect(startsAt <= at && at < endsAt).toBe(true)
        expect(subscriptionPeriodAt(from, each, endsAt).startsAt).toBe(endsAt)
        if (startsAt > from) expect(subscriptionPeriodAt(from, each, startsAt - 1).endsAt).toBe(startsAt)
        expect(subscriptionPeriodAt(from, each, startsAt)).toEqual({ startsAt, endsAt })
      }),
    )
  })
})
