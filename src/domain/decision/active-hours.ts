import type { ActiveHours } from '../../contract/policy.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { localMinute, epochMinute, timeZoneClock, type TimeZoneClock } from './time-zone.ts'

const DAY_MINUTES = 1440
const FIRST_WEEKDAY = 4 // 1970-01-01 was a Thursday
const SEARCH_MINUTES = 9 * DAY_MINUTES // a day more than a week, in case a clock change skips the only active span

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/**
 * Whether a moment is within the active hours, by the local time of their zone. Hours that pass midnight belong to the day on which they
 * began; `from` equal to `to` means a whole day.
 */
export const isWithinActiveHours = (hours: ActiveHours, at: number): boolean =>
  isActiveLocally(hours, localMinute(readHours(hours).clock, epochMinute(at)))

/** When the first active minute after `at` begins, in Unix milliseconds. Undefined: no day is active. */
export function nextActiveHoursAt(hours: ActiveHours, at: number): number | undefined {
  const { clock } = readHours(hours)
  const last = epochMinute(at) + SEARCH_MINUTES
  let minute = epochMinute(at) + 1
  while (minute <= last) {
    const local = localMinute(clock, minute)
    if (isActiveLocally(hours, local)) return minute * MINUTE_MS
    const start = minute + minutesToStart(hours, local)
    if (start > last) return undefined
    minute = clocksChange(clock, minute, start) ?? start
  }
  return undefined
}

/** The local weekday and time of a moment in a zone, like `Monday 22:15`. */
export function wallClock(timezone: string, at: number): string {
  const local = localMinute(timeZoneClock(timezone), epochMinute(at))
  const minute = minuteOfDay(local)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${dayNames[weekday(local)]} ${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

/**
 * Says for each minute of a local week whether it is within the active hours. The week begins on Thursday at 00:00, as 1970-01-01 was a
 * Thursday.
 */
export const activeMinutesOfWeek = (hours: ActiveHours): boolean[] =>
  Array.from({ length: 7 * DAY_MINUTES }, (_, local) => isActiveLocally(hours, local))

function isActiveLocally(hours: ActiveHours, local: number): boolean {
  const minute = minuteOfDay(local)
  const { from, to } = readHours(hours)
  const today = hours.days.includes(weekday(local))
  if (from < to) return today && minute >= from && minute < to
  const yesterday = hours.days.includes(weekday(local - DAY_MINUTES))
  return (today && minute >= from) || (yesterday && minute < to)
}

/** How many local minutes it is until the next active hours begin. Infinity: there are none. */
function minutesToStart(hours: ActiveHours, local: number): number {
  const today = local - minuteOfDay(local)
  const start = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((days) => today + days * DAY_MINUTES + readHours(hours).from)
    .find((begin) => begin > local && hours.days.includes(weekday(begin)))
  return (start ?? Number.POSITIVE_INFINITY) - local
}

/**
 * Finds the first minute after `from`, up to `to`, at which the zone's UTC offset has changed. Undefined: the offset is the same at both
 * ends.
 */
function clocksChange(clock: TimeZoneClock, from: number, to: number): number | undefined {
  const offset = (minute: number) => localMinute(clock, minute) - minute
  const before = offset(from)
  if (offset(to) === before) return undefined
  let same = from
  let other = to
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (offset(middle) === before) same = middle
    else other = middle
  }
  return other
}

const minuteOfDay = (local: number) => ((local % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
const weekday = (local: number) => (Math.floor(local / DAY_MINUTES) + FIRST_WEEKDAY) % 7

interface ReadHours {
  /** The beginning of the active hours in minutes since local midnight. `to` is their end. */
  readonly from: number
  readonly to: number
  readonly clock: TimeZoneClock
}

const known = new WeakMap<ActiveHours, ReadHours>()

/** Parses active hours, once for each object in memory, because policies never change in place. */
function readHours(hours: ActiveHours): ReadHours {
  let read = known.get(hours)
  if (read === undefined) {
    read = { from: wallMinutes(hours.from), to: wallMinutes(hours.to), clock: timeZoneClock(hours.timezone) }
    known.set(hours, read)
  }
  return read
}

const wallMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
