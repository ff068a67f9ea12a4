import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../lib/clock.ts'
import { spendRollupPartsOfRange, shareOfPeriodInRange } from './spend-parts.ts'
import { rollupStartsIn, spendRollupEnd } from './spend-shares.ts'

const ranges = fc
  .tuple(fc.integer({ min: 20_000, max: 21_000 }), fc.integer({ min: 1, max: 91 }))
  .map(([first, days]) => ({ from: first * DAY_MS, to: (first + days) * DAY_MS }))

describe('the parts of a range', () => {
  it('are its days, each once', () => {
    fc.assert(
      fc.property(ranges, fc.boolean(), (range, hasPeriods) => {
        const days = spendRollupPartsOfRange(range, { hasPeriods }).flatMap(({ length, start }) =>
          rollupStartsIn('day', { from: start, to: spendRollupEnd(length, start) }),
        )
        expect(days.toSorted((a, b) => a - b)).toEqual(rollupStartsIn('day', range))
      }),
    )
  })

  it('are at most 59: two ends without a whole period', () => {
    fc.assert(fc.property(ranges, (range) => spendRollupPartsOfRange(range, { hasPeriods: true }).length <= 59))
  })

  it('shares of periods come to the range', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const days = rollupStartsIn('period', range).reduce(
          (sum, period) => sum + 30 * shareOfPeriodInRange(range, period),
          0,
        )
        expect(days).toBeCloseTo((range.to - range.from) / DAY_MS)
      }),
    )
  })
})
