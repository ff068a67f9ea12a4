import {
  addDays,
  dayCountOfRange,
  type CalendarDay,
  type DayRange,
  firstDayOfMonth,
  isCalendarDay,
  lastDayOfMonth,
} from './days.ts'

/** The ranges of days that have a name, in the order in which the page offers them. */
export const dayRangePresets = {
  'this-month': { label: 'This month', of: (today: CalendarDay) => ({ from: firstDayOfMonth(today), to: today }) },
  'last-month': {
    label: 'Last month',
    of: (today: CalendarDay) => ({ from: firstDayOfMonth(today, -1), to: lastDayOfMonth(today, -1) }),
  },
  '7': { label: 'Last 7 days', of: (today: CalendarDay) => ({ from: addDays(today, -6), to: today }) },
  '30': { label: 'Last 30 days', of: (today: CalendarDay) => ({ from: addDays(today, -29), to: today }) },
  '90': { label: 'Last 90 days', of: (today: CalendarDay) => ({ from: addDays(today, -89), to: today }) },
} as const satisfies Readonly<Record<string, { label: string; of: (today: CalendarDay) => DayRange }>>

export type DayRangePreset = keyof typeof dayRangePresets
export const dayRangePresetNames = Object.keys(dayRangePresets) as DayRangePreset[]
export const isDayRangePreset = (text: string | undefined): text is DayRangePreset =>
  text !== undefined && Object.hasOwn(dayRangePresets, text)

/** The longest range, in days, that the API sums up. */
const MOST_DAYS = 366

/** The range of days in a page's URL: one that has a name, or the first and last day of any other. */
export function chosenDayRange(
  { range, from, to }: { range?: string | undefined; from?: string | undefined; to?: string | undefined },
  today: CalendarDay,
): DayRange {
  if (from !== undefined && to !== undefined && isCalendarDay(from) && isCalendarDay(to)) return bounded({ from, to })
  return dayRangePresets[isDayRangePreset(range) ? range : 'this-month'].of(today)
}

function bounded({ from, to }: DayRange): DayRange {
  const [first, last] = from <= to ? [from, to] : [to, from]
  return {
    from: dayCountOfRange({ from: first, to: last }) > MOST_DAYS ? addDays(last, 1 - MOST_DAYS) : first,
    to: last,
  }
}

/**
 * The range that a range of days is compared with: whole months with as many months before, a month up to today with the same days of the
 * month before, and any other range with as many days right before.
 */
export function comparedDayRange(range: DayRange): DayRange {
  const { from, to } = range
  if (from !== firstDayOfMonth(from)) return { from: addDays(from, -dayCountOfRange(range)), to: addDays(from, -1) }
  if (to === lastDayOfMonth(to)) {
    const months = 12 * (year(to) - year(from)) + month(to) - month(from) + 1
    return { from: firstDayOfMonth(from, -months), to: addDays(from, -1) }
  }
  if (firstDayOfMonth(from) !== firstDayOfMonth(to))
    return { from: addDays(from, -dayCountOfRange(range)), to: addDays(from, -1) }
  const sameDay = addDays(firstDayOfMonth(from, -1), dayCountOfRange(range) - 1)
  const last = lastDayOfMonth(from, -1)
  return { from: firstDayOfMonth(from, -1), to: sameDay < last ? sameDay : last }
}

const year = (day: CalendarDay): number => Number(day.slice(0, 4))
const month = (day: CalendarDay): number => Number(day.slice(5, 7))
