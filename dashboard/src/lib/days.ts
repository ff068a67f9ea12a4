/** A calendar day, `2026-11-24`. When it begins and ends depends on a time zone. */
export type CalendarDay = string

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const isCalendarDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** A range of days. Both ends are in it. */
export interface DayRange {
  readonly from: CalendarDay
  readonly to: CalendarDay
}

const midnightOf = (day: CalendarDay): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): CalendarDay => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: CalendarDay, days: number): CalendarDay => dayOf(midnightOf(day) + days * DAY_MS)
export const dayCountOfRange = ({ from, to }: DayRange): number => (midnightOf(to) - midnightOf(from)) / DAY_MS + 1
export const daysOfRange = (range: DayRange): CalendarDay[] =>
  Array.from({ length: Math.max(0, dayCountOfRange(range)) }, (_, index) => addDays(range.from, index))

/** The first day of a day's month, or of the month that many months later. */
export const firstDayOfMonth = (day: CalendarDay, months = 0): CalendarDay =>
  dayOf(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months))
export const lastDayOfMonth = (day: CalendarDay, months = 0): CalendarDay =>
  addDays(firstDayOfMonth(day, months + 1), -1)

/** The Monday of a day's week. */
export const mondayOf = (day: CalendarDay): CalendarDay =>
  addDays(day, -((new Date(midnightOf(day)).getUTCDay() + 6) % 7))

/** Whether this browser knows a time zone. */
export function isKnownTimeZone(zone: string): boolean {
  try {
    localOf(0, zone)
    return true
  } catch {
    return false
  }
}

/** The day of a moment (Unix milliseconds) in a time zone. */
export const dayInZone = (ms: number, zone: string): CalendarDay => localOf(ms, zone).slice(0, 10)

/** The first moment of a day in a time zone, Unix milliseconds. */
export function startOfDay(day: CalendarDay, zone: string): number {
  const midnight = midnightOf(day)
  const near = midnight - offsetAt(midnight, zone)
  const start = midnight - offsetAt(near, zone)
  // On some days clocks are set forward at midnight: such a day begins an hour later.
  return dayInZone(start, zone) === day ? start : near
}

const offsetAt = (ms: number, zone: string): number => Date.parse(`${localOf(ms, zone).replace(' ', 'T')}Z`) - ms

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local date and time of a moment in a time zone, as `2026-11-24 13:00:00`: the format of the Swedish locale. */
function localOf(ms: number, zone: string): string {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format.format(ms)
}

const dayText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })
const dateText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
const monthText = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** A day as `Nov 24`. */
export const formatDayWithoutYear = (day: CalendarDay): string => dayText.format(midnightOf(day))
/** A day as `Nov 24, 2026`. */
export const formatDayWithYear = (day: CalendarDay): string => dateText.format(midnightOf(day))
/** A day's month as `November 2026`. */
export const monthName = (day: CalendarDay): string => monthText.format(midnightOf(day))

/** A range of days as `Nov 1 – 24, 2026`, or as `Nov 24, 2026` if it is one day. */
export const formatDayRange = ({ from, to }: DayRange): string =>
  from === to ? formatDayWithYear(from) : dateText.formatRange(midnightOf(from), midnightOf(to))
