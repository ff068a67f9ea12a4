import { addDays, type CalendarDay, daysOfRange, firstDayOfMonth, lastDayOfMonth } from '../../lib/days.ts'

/** The windows of limits that are long enough for a line with a point for each day. */
export const DRAWN_LIMIT_WINDOWS: ReadonlySet<string> = new Set(['perWeek', 'perMonth'])

/** The days (UTC) of a limit's present window: the whole month, or the last seven days. */
export const limitWindowDays = (window: string, today: CalendarDay): CalendarDay[] =>
  daysOfRange(
    window === 'perMonth'
      ? { from: firstDayOfMonth(today), to: lastDayOfMonth(today) }
      : { from: addDays(today, -6), to: today },
  )

/**
 * The spend that counts against a limit, as it was at the end of each day; null for days to come. It is computed backwards from the limit's
 * present spend, so that the line ends at the amount that the budget shows.
 */
export function spentByDay(
  days: readonly CalendarDay[],
  { spent, today, sums }: { spent: number; today: CalendarDay; sums: ReadonlyMap<CalendarDay, number> },
): (number | null)[] {
  let left = spent
  const values = days.toReversed().map((day) => {
    if (day > today) return null
    const value = Math.max(0, left)
    left -= sums.get(day) ?? 0
    return value
  })
  return values.toReversed()
}
