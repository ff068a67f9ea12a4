import { describe, expect, it } from 'vitest'
import { now, purchase, subject, type Described } from '../../../test/support/records/subject.ts'
import { decide } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'
import { adjust, nothingSpent, recordApproval } from '../spend/spend-windows.ts'

const MINUTE_MS = 60_000

const codesOf = (described: Described, request: Partial<SpendRequest> = {}) =>
  decide(subject(described), purchase(request)).reasons.map(({ code }) => code)

describe('time', () => {
  const last = recordApproval(nothingSpent, [now - 5 * MINUTE_MS, 500])
  const policy = { cooldownMinutes: 5 }

  it('a cooldown ends exactly at its end', () => {
    expect(codesOf({ card: { policy }, spend: { card: last } })).toEqual([])
    const { reasons } = decide(subject({ card: { policy }, spend: { card: last } }), purchase({ now: now - 1 }))
    expect(reasons).toMatchObject([{ code: 'cooldown_active', retryable: true, retryAt: '2026-11-18T12:00:00.000Z' }])
  })

  it('begins with purchases of the card, not with reversals, forced captures or other cards', () => {
    const forced = adjust(nothingSpent, [now - 1, 500], now)
    expect(codesOf({ card: { policy }, spend: { card: forced, agent: last, customer: last } }, { now })).toEqual([])
    const reversed = adjust(last, [now - 5 * MINUTE_MS, -500], now)
    expect(codesOf({ card: { policy }, spend: { card: reversed } }, { now: now - 1 })).toEqual(['cooldown_active'])
  })

  it('of two TTLs of the same length the minutes are named', () => {
    const ttls = { ttlMinutes: 1440, ttlDays: 1 }
    const { reasons } = decide(subject({ card: { policy: ttls, createdAt: now - 1440 * MINUTE_MS } }), purchase())
    expect(reasons).toMatchObject([{ code: 'card_expired', rule: 'ttlMinutes', limit: 1440 }])
  })

  it('active hours say when they begin again', () => {
    const activeHours = { timezone: 'America/New_York', days: [3], from: '08:00', to: '09:00' }
    const { reasons } = decide(subject({ customer: { policy: { activeHours } } }), purchase())
    expect(reasons).toMatchObject([
      {
        code: 'outside_active_hours',
        level: 'customer',
        limit: '08:00-09:00 America/New_York',
        retryAt: '2026-11-18T13:00:00.000Z',
      },
    ])
    const never = decide(
      subject({ card: { policy: { activeHours: { ...activeHours, days: [] } } } }),
      purchase(),
    ).reasons
    expect(never).toMatchObject([{ retryable: false }])
  })
})
