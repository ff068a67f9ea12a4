import { addDays, dayCountOf, type Day, type DayRange, firstOfMonth, isDay, lastOfMonth } from './days.ts'

/** The ranges of days that have a name, in the order in which the page offers them. */
export const presets = {
  'this-month': { label: 'This month', of: (today: Day) => ({ from: firstOfMonth(today), to: today }) },
  'last-month': {
    label: 'Last month',
    of: (today: Day) => ({ from: firstOfMonth(today, -1), to: lastOfMonth(today, -1) }),
  },
  '7': { label: 'Last 7 days', of: (today: Day) => ({ from: addDays(today, -6), to: today }) },
  '30': { label: 'Last 30 days', of: (today: Day) => ({ from: addDays(today, -29), to: today }) },
  '90': { label: 'Last 90 days', of: (today: Day) => ({ from: addDays(today, -89), to: today }) },
} as const satisfies Readonly<Record<string, { label: string; of: (today: Day) => DayRange }>>

export type Preset = keyof typeof presets
export const presetNames = Object.keys(presets) as Preset[]
export const isPreset = (text: string | undefined): text is Preset => text !== undefined && Object.hasOwn(presets, text)

/** The longest range, in days, that the API sums up. */
const MOST_DAYS = 366

/** The range of days in a page's URL: one that has a name, or the first and last day of any other. */
export function chosenRange(
  { range, from, to }: { range?: string | undefined; from?: string | undefined; to?: string | undefined },
  today: Day,
): DayRange {
  if (from !== undefined && to !== undefined && isDay(from) && isDay(to)) return bounded({ from, to })
  return presets[isPreset(range) ? range : 'this-month'].of(today)
}

function bounded({ from, to }: DayRange): DayRange {
  const [first, last] = from <= to ? [from, to] : [to, from]
  return { from: dayCountOf({ from: first, to: last }) > MOST_DAYS ? addDays(last, 1 - MOST_DAYS) : first, to: last }
}

/**
 * The range that a range of days is compared with: whole months with as many months before, a month up to today with the same days of the
 * month before, and any other range with as many days right before.
 */
export function rangeBefore(range: DayRange): DayRange {
  const { from, to } = range
  if (from !== firstOfMonth(from)) return { from: addDays(from, -dayCountOf(range)), to: addDays(from, -1) }
  if (to === lastOfMonth(to)) {
    const months = 12 * (year(to) - year(from)) + month(to) - month(from) + 1
    return { from: firstOfMonth(from, -months), to: addDays(from, -1) }
  }
  if (firstOfMonth(from) !== firstOfMonth(to)) return { from: addDays(from, -dayCountOf(range)), to: addDays(from, -1) }
  const sameDay = addDays(firstOfMonth(from, -1), dayCountOf(range) - 1)
  const last = lastOfMonth(from, -1)
  return { from: firstOfMonth(from, -1), to: sameDay < last ? sameDay : last }
}

const year = (day: Day): number => Number(day.slice(0, 4))
const month = (day: Day): number => Number(day.slice(5, 7))
