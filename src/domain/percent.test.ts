import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentOf } from './percent.ts'

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
