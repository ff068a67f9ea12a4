import { describe, expect, it } from 'vitest'
import { axisLabelStep, axisTicks } from '../../../dashboard/src/ui/chart/ticks.ts'

describe('the amounts beside a chart', () => {
  it.each([
    [105, [0, 50, 100]],
    [33_600, [0, 10_000, 20_000, 30_000]],
    [21_000, [0, 5_000, 10_000, 15_000, 20_000]],
    [1_050_000_000, [0, 500_000_000, 1_000_000_000]],
  ])('up to %i are round', (most, ticks) => {
    expect(axisTicks(most, 5)).toEqual(ticks)
  })

  it('are whole, also where there is room for parts of one', () => {
    expect(axisTicks(1.05, 5)).toEqual([0, 1])
    expect(axisTicks(3.15, 5)).toEqual([0, 1, 2, 3])
  })

  it('are never more than there is room for, whatever the highest is', () => {
    for (let most = 1; most < 10 ** 9; most = Math.ceil(most * 1.07)) {
      const ticks = axisTicks(most, 5)
      expect(ticks.length, String(most)).toBeLessThanOrEqual(6)
      expect(ticks.length, String(most)).toBeGreaterThan(1)
      expect(ticks.at(-1), String(most)).toBeLessThanOrEqual(most)
    }
  })
})

it('names days, weeks or months, as there is room', () => {
  expect([100, 40, 15, 5, 2.4, 1.2, 0.1].map((width) => axisLabelStep(width, 64))).toEqual([1, 2, 7, 14, 30, 60, 90])
})
