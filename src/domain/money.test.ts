import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, percentOf } from './money.ts'

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789, '$1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, '$90,071,992,547,409.91'],
  ])('%d cents read %s', (cents, text) => {
    expect(formatMoney(cents, 'USD')).toBe(text)
  })

  it('a percentage of cents is rounded down, exactly', () => {
    expect(percentOf(10_000, 0.57)).toBe(57)
    expect(percentOf(1999, 10)).toBe(199)
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 1_000_000 }), (cents, units) => {
        const exact = (BigInt(cents) * BigInt(units)) / 1_000_000n
        fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER))
        expect(percentOf(cents, units / 10_000)).toBe(Number(exact))
      }),
    )
  })
})
