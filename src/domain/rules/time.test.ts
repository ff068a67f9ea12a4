import { describe, expect, it } from 'vitest'
import { TEST_NOON, somePurchase, cardWithLevels, type SomeCardFields } from '../../../test/support/records/subject.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendRequest } from '../entities.ts'
import { adjustSpend, emptyLevelSpend, recordApproval } from '../spend/spend-windows.ts'

const MINUTE_MS = 60_000

const codesOf = (described: SomeCardFields, request: Partial<SpendRequest> = {}) =>
  decidePurchase(cardWithLevels(described), somePurchase(request)).reasons.map(({ code }) => code)

describe('time', () => {
  const last = recordApproval(emptyLevelSpend, [TEST_NOON - 5 * MINUTE_MS, 500])
  const policy = { cooldownMinutes: 5 }

  it('a cooldown ends exactly at its end', () => {
    expect(codesOf({ card: { policy }, spend: { card: last } })).toEqual([])
    const { reasons } = decidePurchase(
      cardWithLevels({ card: { policy }, spend: { card: last } }),
      somePurchase({ now: TEST_NOON - 1 }),
    )
    expect(reasons).toMatchObject([{ code: 'cooldown_active', retryable: true, retryAt: '2026-11-18T12:00:00.000Z' }])
  })

  it('begins with purchases of the card, not with reversals, forced captures or other cards', () => {
    const forced = adjustSpend(emptyLevelSpend, [TEST_NOON - 1, 500], TEST_NOON)
    expect(
      codesOf({ card: { policy }, spend: { card: forced, agent: last, customer: last } }, { now: TEST_NOON }),
    ).toEqual([])
    const reversed = adjustSpend(last, [TEST_NOON - 5 * MINUTE_MS, -500], TEST_NOON)
    expect(codesOf({ card: { policy }, spend: { card: reversed } }, { now: TEST_NOON - 1 })).toEqual([
      'cooldown_active',
    ])
  })

  it('of two TTLs of the same length the minutes are named', () => {
    const ttls = { ttlMinutes: 1440, ttlDays: 1 }
    const { reasons } = decidePurchase(
      cardWithLevels({ card: { policy: ttls, createdAt: TEST_NOON - 1440 * MINUTE_MS } }),
      somePurchase(),
    )
    expect(reasons).toMatchObject([{ code: 'card_expired', rule: 'ttlMinutes', limit: 1440 }])
  })

  it('active hours say when they begin again', () => {
    const activeHours = { timezone: 'America/New_York', days: [3], from: '08:00', to: '09:00' }
    const { reasons } = decidePurchase(cardWithLevels({ customer: { policy: { activeHours } } }), somePurchase())
    expect(reasons).toMatchObject([
      {
        code: 'outside_active_hours',
        level: 'customer',
        limit: '08:00-09:00 America/New_York',
        retryAt: '2026-11-18T13:00:00.000Z',
      },
    ])
    const never = decidePurchase(
      cardWithLevels({ card: { policy: { activeHours: { ...activeHours, days: [] } } } }),
      somePurchase(),
    ).reasons
    expect(never).toMatchObject([{ retryable: false }])
  })
})
