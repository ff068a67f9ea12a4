import { DAY_MS, WEEK_MS } from '../../lib/clock.ts'
import type { ExposedCard } from './exposed-card.ts'
import { type SpendingPace, spendingPace, centsThatFitUnderLimitWithin, type LevelLimitOverTime } from './limit-room.ts'

/** A customer, an agent or a card of an exposure: its own limits, and the levels below it. The lowest level has a card instead. */
export interface ExposedLevel {
  readonly limits: readonly LevelLimitOverTime[]
  readonly beneath: readonly ExposedLevel[]
  /** The card of an exposure's lowest level, which alone has one. */
  readonly card?: ExposedCard
  /**
   * The most cents that can be spent beneath the level in the next 24 hours without another approval by a person, by the policies that bound
   * what is approved automatically beneath it. Absent: they do not.
   */
  readonly unapproved?: number
  /** Whether the level has more cards below it than are examined one by one, so that only the level's own limits bound its exposure. */
  readonly isPartial?: boolean
}

export interface ExposurePeriod {
  readonly now: number
  /** How many milliseconds from `now` the exposure is computed. Infinity: for all time. */
  readonly length: number
  /** True: only spend that needs no further approval by a person counts. False: all spend counts. */
  readonly isUnapproved: boolean
}

/** Returns the exposure of a level in cents. Infinity: nothing bounds it. Results are cached for each level. */
export type ExposureBounds = (level: ExposedLevel) => number

const UNBOUNDED = Number.POSITIVE_INFINITY

/**
 * Computes an upper bound, in cents, of what can be bought beneath a level from now until just before `now + length`. The time is divided
 * into windows, each with a limit. No more can be bought than these limits add up to. The smallest such sum is searched for, a day or a
 * week at a time, with the level's own limits and those of all levels beneath it. For the first window only the limit's remaining room
 * counts. For later windows the whole limit counts, because nothing that was spent before now is in them.
 */
export function exposureBoundsUntil(query: ExposurePeriod): ExposureBounds {
  const { length } = query
  const days = length === UNBOUNDED ? 0 : Math.floor(length / DAY_MS)
  const stretch: Stretch = { ...query, first: length - days * DAY_MS, days, known: new Map() }
  return length === UNBOUNDED
    ? (level) => forEver(level, stretch)
    : (level) => courseOf(level, stretch).until[days] as number
}

interface Course {
  /** The most cents that can be bought until each day. Entry n is for the first, partial day and the n days after it. */
  readonly until: readonly number[]
  /** The most cents that can be bought in any whole day, and in any whole week, that begins after the days of `until`. */
  readonly pace: SpendingPace
}

interface Stretch extends ExposurePeriod {
  readonly first: number
  readonly days: number
  readonly known: Map<ExposedLevel, Course>
}

function courseOf(level: ExposedLevel, stretch: Stretch): Course {
  const known = stretch.known.get(level)
  if (known !== undefined) return known
  const course = level.card === undefined ? courseOfLevel(level, stretch) : courseOfCard(level.card, stretch)
  stretch.known.set(level, course)
  return course
}

function courseOfLevel({ limits, beneath, isPartial, unapproved = UNBOUNDED }: ExposedLevel, stretch: Stretch): Course {
  const { now, first, isUnapproved } = stretch
  const most = isUnapproved ? unapproved : UNBOUNDED
  const courses = isPartial === true ? null : beneath.map((level) => courseOf(level, stretch))
  const sum = (of: (course: Course) => number): number => {
    if (courses === null) return UNBOUNDED
    let total = 0
    for (const course of courses) total += of(course)
    return total
  }
  const own = spendingPace(limits, now)
  const day = Math.min(
    own.day,
    sum(({ pace }) => pace.day),
  )
  const week = Math.min(
    own.week,
    7 * day,
    sum(({ pace }) => pace.week),
  )
  const beneathUntil = (done: number) => sum(({ until }) => until[done] as number)
  const least = (done: number) => Math.min(most, beneathUntil(done), leastRoom(limits, stretch, first + done * DAY_MS))
  return { until: followed(stretch, { day, week }, least), pace: { day, week } }
}

/**
 * Computes what can be bought with one card until each day. The number of purchases limits only the whole time and not a single day,
 * because a purchase of one day may be raised by an increment on a later day.
 */
function courseOfCard(card: ExposedCard, stretch: Stretch): Course {
  const { now, first, isUnapproved } = stretch
  if (card.length === 0) return { until: followed(stretch, { day: 0, week: 0 }, () => 0), pace: { day: 0, week: 0 } }
  const most = isUnapproved ? card.unapproved : UNBOUNDED
  const pace = spendingPace(card.limits, now)
  const until = followed(stretch, pace, (done) => {
    const length = Math.min(card.length, first + done * DAY_MS)
    return Math.min(most, byPurchases(card, length), leastRoom(card.limits, stretch, length))
  })
  return { until, pace: { day: Math.min(most, pace.day), week: Math.min(most, pace.week) } }
}

/**
 * Returns the most cents that can be bought until each day: the smallest of three sums. These are what the level's own limits allow until
 * that day (`least`), the result for the day before plus what fits into one day, and the result for the week before plus what fits into one
 * week.
 */
function followed({ days }: Stretch, pace: SpendingPace, least: (done: number) => number): number[] {
  const until: number[] = []
  for (let done = 0; done <= days; done += 1) {
    let bound = least(done)
    if (done >= 1) bound = Math.min(bound, (until[done - 1] as number) + pace.day)
    if (done >= 7) bound = Math.min(bound, (until[done - 7] as number) + pace.week)
    until.push(bound)
  }
  return until
}

/**
 * The cents that still fit under all of a level's limits for `length` milliseconds. A trailing limit (per day, per week) is left out once
 * `length` has reached its window, because `followed` then counts whole days and weeks instead. Infinity: no limit is left.
 */
function leastRoom(limits: readonly LevelLimitOverTime[], { now }: Stretch, length: number): number {
  let least = UNBOUNDED
  for (const limited of limits) {
    const { window } = limited
    const isOver = (window === 'perDay' && length >= DAY_MS) || (window === 'perWeek' && length >= WEEK_MS)
    if (!isOver) least = Math.min(least, centsThatFitUnderLimitWithin(limited, now, length))
  }
  return least
}

/**
 * The most cents that can be bought with a card in `length` milliseconds, by the number of its purchases and the cents of each. If a
 * purchase may have 0 cents, nothing can be bought, however many purchases there may be.
 */
function byPurchases({ perPurchase, purchases }: ExposedCard, length: number): number {
  const count = length <= 0 ? 0 : purchases(length)
  return count === 0 || perPurchase === 0 ? 0 : count * perPurchase
}

function forEver(level: ExposedLevel, query: ExposurePeriod): number {
  const { now, isUnapproved } = query
  const { card, limits, beneath, isPartial } = level
  if (card !== undefined) {
    const most = Math.min(isUnapproved ? card.unapproved : UNBOUNDED, byPurchases(card, card.length))
    return leastOf(card.limits, now, card.length, most)
  }
  let sum = isPartial === true ? UNBOUNDED : 0
  for (const each of beneath) sum += forEver(each, query)
  return leastOf(limits, now, UNBOUNDED, sum)
}

function leastOf(limits: readonly LevelLimitOverTime[], now: number, length: number, most: number): number {
  let least = most
  for (const limited of limits) least = Math.min(least, centsThatFitUnderLimitWithin(limited, now, length))
  return least
}
