import { expect, it } from 'vitest'
import { spentByDay, limitWindowDays } from '../../../dashboard/src/pages/budgets/spent-by-day.ts'

it('a month has all its days, a week the last seven', () => {
  expect(limitWindowDays('perMonth', '2026-02-10')).toHaveLength(28)
  expect(limitWindowDays('perWeek', '2026-03-02')).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
})

it('the line ends where the limit stands, has nothing to come, and never goes below zero', () => {
  const days = ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-04']
  const sums = new Map([
    ['2026-02-01', 500],
    ['2026-02-03', 250],
  ])
  expect(spentByDay(days, { spent: 750, today: '2026-02-03', sums })).toEqual([500, 500, 750, null])
  // What was spent before the first day of the window counts, too.
  expect(spentByDay(days, { spent: 900, today: '2026-02-04', sums })).toEqual([650, 650, 900, 900])
  expect(spentByDay(days, { spent: 100, today: '2026-02-04', sums })).toEqual([0, 0, 100, 100])
})
