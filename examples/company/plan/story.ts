import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/clock.ts'
import { type SeededRandom, seededRandom } from '../random.ts'

export interface DemoOptions {
  readonly seed: number
  readonly days: number
  /** The mean number of purchases on a working day. */
  readonly purchases: number
  /** The time at which the story ends, in Unix milliseconds. */
  readonly until: number
}

/** The times of a story. Days are those of UTC, and counted from 0; all moments are in Unix milliseconds. */
export interface DemoTimes extends DemoOptions {
  /** The time at which the demo company is set up and its story begins. */
  readonly opening: number
  random(name: string): SeededRandom
  dayStart(day: number): number
  isWeekend(day: number): boolean
  /** The day of the story that comes after this share of its length, from 0 to 1. */
  dayAt(part: number): number
  /** The factor by which more is bought than on an average day, because the company grows. */
  growth(day: number): number
}

/** The demo company's number of purchases a day at which its recurring purchases are as frequent as the profiles say. */
const USUAL_PURCHASES = 60
const OPENS_MS = 6 * HOUR_MS
const [LEAST_GROWTH, WHOLE_GROWTH] = [0.75, 0.5]

export function demoTimes(options: DemoOptions): DemoTimes {
  const { seed, days, purchases, until } = options
  const begin = Math.floor(until / DAY_MS) * DAY_MS - days * DAY_MS
  const dayStart = (day: number) => begin + day * DAY_MS
  return {
    ...options,
    opening: begin + OPENS_MS,
    random: (name) => seededRandom(seed, name),
    dayStart,
    isWeekend: (day) => [0, 6].includes(new Date(dayStart(day)).getUTCDay()),
    dayAt: (part) => Math.min(days - 1, Math.floor(part * days)),
    growth: (day) => (purchases / USUAL_PURCHASES) * (LEAST_GROWTH + (WHOLE_GROWTH * day) / days),
  }
}

/** A random time of a working day, most likely in the middle of it. */
export const randomOfficeHour = (random: SeededRandom): number =>
  Math.floor(7 * HOUR_MS + ((random.next() + random.next()) / 2) * 10 * HOUR_MS)

export const randomTimeOfDay = (random: SeededRandom): number => Math.floor(random.next() * DAY_MS)

export const randomMinutes = (random: SeededRandom, least: number, most: number): number =>
  Math.floor((least + random.next() * (most - least)) * MINUTE_MS)
