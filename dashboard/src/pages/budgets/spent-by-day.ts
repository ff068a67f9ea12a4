import { addDays, type Day, daysOf, firstOfMonth, lastOfMonth } from '../../lib/days.ts'

/** The windows that are long enough for a line of days. */
export const DRAWN: ReadonlySet<string> = new Set(['perWeek', 'perMonth'])

/** The days (UTC) of a limit's window at the moment: the whole month, or the last seven days. */
export const windowDays = (window: string, today: Day): Day[] =>
  daysOf(
    window === 'perMonth'
      ? { from: firstOfMonth(today), to: lastOfMonth(today) }
      : { from: addDays(today, -6), to: today },
  )

/**
 * How much of what counts against a limit now had been spent by the end of each day; null for days to come. It is counted back from what
 * the limit itself counts, so that the line ends where the budget stands.
 */
export function spentByDay(
  days: readonly Day[],
  { spent, today, sums }: { spent: number; today: Day; sums: ReadonlyMap<Day, number> },
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
