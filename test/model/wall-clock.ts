import type { Policy } from '../../src/contract/policy.ts'

const wallClocks = new Map<string, Intl.DateTimeFormat>()
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** By the text that a wall clock of the zone shows. */
export function isOpen(hours: NonNullable<Policy['activeHours']>, at: number): boolean {
  const { timezone, days, from, to } = hours
  const clock =
    wallClocks.get(timezone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
  wallClocks.set(timezone, clock)
  const [weekday, time] = clock.format(at).split(/,? /) as [string, string]
  const today = weekdays.indexOf(weekday)
  const yesterday = (today + 6) % 7
  const passesMidnight = to <= from
  if (!passesMidnight) return days.includes(today) && from <= time && time < to
  return (days.includes(today) && from <= time) || (days.includes(yesterday) && time < to)
}
