import { DAY_MS, WEEK_MS } from '../../lib/clock.ts'
import type { ExposedCard } from './exposed-card.ts'
import { type Pace, paceOf, roomUntil, type TimedLimit } from './limit-room.ts'

/** A level with its own limits and what is beneath it: levels, or at the end a card. */
export interface ExposedLevel {
  readonly limits: readonly TimedLimit[]
  readonly beneath: readonly ExposedLevel[]
  /** Of a card. */
  readonly card?: ExposedCard
  /** There is more beneath than is looked at: nothing but the level's own limits bounds it. */
  readonly isPartial?: boolean
}

export interface Asked {
  readonly now: number
  /** Milliseconds; infinite: for ever. */
  readonly length: number
  /** Only what no person has to approve. */
  readonly isUnapproved: boolean
}

/** Answers the bound of each level beneath one: what was found for a level is kept. */
export type Bounds = (level: ExposedLevel) => number

const UNBOUNDED = Number.POSITIVE_INFINITY

/**
 * The most cents that can be bought beneath a level from now until before `now + length`: never less than that. A bound by
 * covering: whatever is bought at some moment is bought under a limit that covers the moment, so that the sum of limits
 * which cover all of the time is never exceeded. The least such sum is sought: a day or a week at a time, by the level's
 * own limits or by those of all that is beneath it. Rates are those of windows that nothing from before now stands in.
 */
export function boundsUntil(asked: Asked): Bounds {
  const { length } = asked
  const days = length === UNBOUNDED ? 0 : Math.floor(length / DAY_MS)
  const stretch: Stretch = { ...asked, first: length - days * DAY_MS, days, known: new Map() }
  return length === UNBOUNDED
    ? (level) => forEver(level, stretch)
    : (level) => courseOf(level, stretch).until[days] as number
}

interface Course {
  /** What can be bought in the first part of a day and so many days after it. */
  readonly until: readonly number[]
  /** What can be bought in a whole day and week of it. */
  readonly pace: Pace
}

interface Stretch extends Asked {
  readonly first: number
  readonly days: number
  readonly known: Map<ExposedLevel, Course>
}

function courseOf(level: ExposedLevel, stretch: Stretch): Course {
  const known = stretch.known.get(level)
  if (known !== undefined) return known
  const found = level.card === undefined ? courseOfLevel(level, stretch) : courseOfCard(level.card, stretch)
  stretch.known.set(level, found)
  return found
}

function courseOfLevel({ limits, beneath, isPartial }: ExposedLevel, stretch: Stretch): Course {
  const { now, first } = stretch
  const courses = isPartial === true ? null : beneath.map((level) => courseOf(level, stretch))
  const sum = (of: (course: Course) => number): number => {
    if (courses === null) return UNBOUNDED
    let total = 0
    for (const course of courses) total += of(course)
    return total
  }
  const own = paceOf(limits, now)
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
  const least = (done: number) => Math.min(beneathUntil(done), leastRoom(limits, stretch, first + done * DAY_MS))
  return { until: followed(stretch, { day, week }, least), pace: { day, week } }
}

/** A purchase may be added to on a later day: how many there are bounds the whole, and no single day of it. */
function courseOfCard(card: ExposedCard, stretch: Stretch): Course {
  const { now, first, isUnapproved } = stretch
  if (card.length === 0) return { until: followed(stretch, { day: 0, week: 0 }, () => 0), pace: { day: 0, week: 0 } }
  const most = isUnapproved ? card.unapproved : UNBOUNDED
  const pace = paceOf(card.limits, now)
  const until = followed(stretch, pace, (done) => {
    const length = Math.min(card.length, first + done * DAY_MS)
    return Math.min(most, byPurchases(card, length), leastRoom(card.limits, stretch, length))
  })
  return { until, pace: { day: Math.min(most, pace.day), week: Math.min(most, pace.week) } }
}

/** Until each day: at most what fits by itself, or until the day or the week before and that day or week. */
function followed({ days }: Stretch, pace: Pace, least: (done: number) => number): number[] {
  const until: number[] = []
  for (let done = 0; done <= days; done += 1) {
    let bound = least(done)
    if (done >= 1) bound = Math.min(bound, (until[done - 1] as number) + pace.day)
    if (done >= 7) bound = Math.min(bound, (until[done - 7] as number) + pace.week)
    until.push(bound)
  }
  return until
}

/** What one limit leaves. Of trailing windows, once they are over, that follows from the day or week before. */
function leastRoom(limits: readonly TimedLimit[], { now }: Stretch, length: number): number {
  let least = UNBOUNDED
  for (const limited of limits) {
    const { window } = limited
    const isOver = (window === 'perDay' && length >= DAY_MS) || (window === 'perWeek' && length >= WEEK_MS)
    if (!isOver) least = Math.min(least, roomUntil(limited, now, length))
  }
  return least
}

/** A limit of 0 for each purchase allows none, however many there may be. */
function byPurchases({ perPurchase, purchases }: ExposedCard, length: number): number {
  const count = length <= 0 ? 0 : purchases(length)
  return count === 0 || perPurchase === 0 ? 0 : count * perPurchase
}

function forEver(level: ExposedLevel, asked: Asked): number {
  const { now, isUnapproved } = asked
  const { card, limits, beneath, isPartial } = level
  if (card !== undefined) {
    const most = Math.min(isUnapproved ? card.unapproved : UNBOUNDED, byPurchases(card, card.length))
    return leastOf(card.limits, now, card.length, most)
  }
  let sum = isPartial === true ? UNBOUNDED : 0
  for (const each of beneath) sum += forEver(each, asked)
  return leastOf(limits, now, UNBOUNDED, sum)
}

function leastOf(limits: readonly TimedLimit[], now: number, length: number, most: number): number {
  let least = most
  for (const limited of limits) least = Math.min(least, roomUntil(limited, now, length))
  return least
}
