import { DAY_MS } from '../../lib/clock.ts'
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

/**
 * The most cents that can be bought beneath a level from now until before `now + length`: never less than that. A bound by
 * covering: whatever is bought at some moment is bought under a limit that covers the moment, so that the sum of limits
 * which cover all of the time is never exceeded. The least such sum is sought: a day or a week at a time, by the level's
 * own limits or by those of all that is beneath it. Rates are those of windows that nothing from before now stands in.
 */
export function exposureBound(level: ExposedLevel, asked: Asked): number {
  const { length } = asked
  if (length === Number.POSITIVE_INFINITY) return forEver(level, asked)
  const days = Math.floor(length / DAY_MS)
  const course = courseOf(level, { ...asked, first: length - days * DAY_MS, days })
  return course.until[days] as number
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
}

function courseOf(level: ExposedLevel, stretch: Stretch): Course {
  const { now, first, days } = stretch
  const beneath = beneathOf(level, stretch)
  const own = paceOf(level.limits, now)
  const day = Math.min(own.day, beneath.pace.day)
  const pace = { day, week: Math.min(own.week, beneath.pace.week, 7 * day) }
  const until: number[] = []
  for (let done = 0; done <= days; done += 1) {
    const length = first + done * DAY_MS
    const rooms = level.limits.map((limited) => roomUntil(limited, now, length))
    until.push(
      Math.min(
        beneath.until[done] as number,
        ...rooms,
        done >= 1 ? (until[done - 1] as number) + pace.day : Number.POSITIVE_INFINITY,
        done >= 7 ? (until[done - 7] as number) + pace.week : Number.POSITIVE_INFINITY,
      ),
    )
  }
  return { until, pace }
}

function beneathOf({ beneath, card, isPartial }: ExposedLevel, stretch: Stretch): Course {
  if (card !== undefined) return courseOfCard(card, stretch)
  const courses = isPartial === true ? [unbounded(stretch)] : beneath.map((level) => courseOf(level, stretch))
  const sum = (of: (course: Course) => number) => courses.reduce((total, course) => total + of(course), 0)
  return {
    until: Array.from({ length: stretch.days + 1 }, (_, done) => sum(({ until }) => until[done] as number)),
    pace: { day: sum(({ pace }) => pace.day), week: sum(({ pace }) => pace.week) },
  }
}

const unbounded = ({ days }: Stretch): Course => ({
  until: Array.from({ length: days + 1 }, () => Number.POSITIVE_INFINITY),
  pace: { day: Number.POSITIVE_INFINITY, week: Number.POSITIVE_INFINITY },
})

/** A purchase may be added to on a later day: how many there are bounds the whole, and no single day of it. */
function courseOfCard(card: ExposedCard, stretch: Stretch): Course {
  const { now, first, days, isUnapproved } = stretch
  if (card.length === 0) return { until: Array.from({ length: days + 1 }, () => 0), pace: { day: 0, week: 0 } }
  const most = isUnapproved ? card.unapproved : Number.POSITIVE_INFINITY
  const pace = paceOf(card.limits, now)
  const until: number[] = []
  for (let done = 0; done <= days; done += 1) {
    const length = Math.min(card.length, first + done * DAY_MS)
    const rooms = card.limits.map((limited) => roomUntil(limited, now, length))
    until.push(
      Math.min(
        most,
        byPurchases(card, length),
        ...rooms,
        done >= 1 ? (until[done - 1] as number) + pace.day : Number.POSITIVE_INFINITY,
        done >= 7 ? (until[done - 7] as number) + pace.week : Number.POSITIVE_INFINITY,
      ),
    )
  }
  return { until, pace: { day: Math.min(most, pace.day), week: Math.min(most, pace.week) } }
}

/** A limit of 0 for each purchase allows none, however many there may be. */
function byPurchases({ perPurchase, purchases }: ExposedCard, length: number): number {
  const count = length <= 0 ? 0 : purchases(length)
  return count === 0 || perPurchase === 0 ? 0 : count * perPurchase
}

function forEver(level: ExposedLevel, asked: Asked): number {
  const { now, isUnapproved } = asked
  const { card, limits, beneath, isPartial } = level
  const rooms = limits.map((limited) => roomUntil(limited, now, Number.POSITIVE_INFINITY))
  if (card !== undefined) {
    const most = isUnapproved ? card.unapproved : Number.POSITIVE_INFINITY
    const own = card.limits.map((limited) => roomUntil(limited, now, card.length))
    return Math.min(most, byPurchases(card, card.length), ...own, ...rooms)
  }
  if (isPartial === true) return Math.min(Number.POSITIVE_INFINITY, ...rooms)
  return Math.min(
    beneath.reduce((sum, each) => sum + forEver(each, asked), 0),
    ...rooms,
  )
}
