import { addDays, dayAt, type DayRange } from '../../lib/days.ts'

export const RANGES = [7, 30, 90] as const
export type Days = (typeof RANGES)[number]

/** Of the URL; 30 where it names no range that there is. */
export const daysOf = (text: string | undefined): Days => RANGES.find((days) => String(days) === text) ?? 30

/** The last days of UTC, today's last: as the API's sums have them. */
export function lastDays(days: Days, now: number): DayRange {
  const today = dayAt(now, 'UTC')
  return { from: addDays(today, 1 - days), to: today }
}
