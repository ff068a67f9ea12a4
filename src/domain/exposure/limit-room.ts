import type { Limits, PolicyLevel, Window } from '../../contract/policy.ts'
import { DAY_MS, WEEK_MS } from '../../lib/clock.ts'
import { heldOf, type Hold } from '../spend/holds.ts'
import { type Spend, trailingWindowMs, windowSpent } from '../spend/spend-windows.ts'
import { endOfUtcMonth, utcMonth } from '../spend/utc-month.ts'

/** A limit over time, of a level and what counts towards it. */
export interface TimedLimit {
  readonly level: PolicyLevel
  readonly id: string
  readonly window: Exclude<Window, 'perAuth'>
  readonly limit: number
  readonly spend: Spend
  /** What of the level is held: it may be given back at any moment, and then leaves room. */
  readonly holds: readonly Hold[]
  /** What fits under it from now on, where that stays the same until it begins anew: under that of a month, and of ever. */
  readonly standingRoom: number | null
}

const TIMED = ['perDay', 'perWeek', 'perMonth', 'total'] as const

/** Those of a level that are set. */
export function timedLimits(
  owner: Pick<TimedLimit, 'level' | 'id' | 'spend' | 'holds'>,
  limits: Limits | undefined,
  now: number,
): TimedLimit[] {
  const found: TimedLimit[] = []
  for (const window of TIMED) {
    const limit = limits?.[window]
    if (limit === undefined) continue
    const isTrailing = window === 'perDay' || window === 'perWeek'
    const { level, id, spend, holds } = owner
    const timed = { level, id, spend, holds, window, limit, standingRoom: null }
    found.push(isTrailing ? timed : { ...timed, standingRoom: roomAt(timed, now) })
  }
  return found
}

/** What fits under it, as it stands at a moment. */
function roomAt({ limit, spend, holds, window }: Omit<TimedLimit, 'standingRoom'>, at: number): number {
  const stands = windowSpent(spend, window, at) - heldOf(holds, window, at)
  return Math.max(0, limit - Math.max(0, stands))
}

/** Cents that are left of it now. */
export const remainingOf = ({ limit, spend, window }: TimedLimit, now: number): number =>
  Math.max(0, limit - windowSpent(spend, window, now))

/**
 * Cents that still fit under it, from now on until before `now + length`, where that is no longer than its window. A spend at t
 * counts before t + window: the last moment decides what has left.
 */
function roomWithin(limited: TimedLimit, now: number, length: number): number {
  return length <= 0 ? 0 : (limited.standingRoom ?? roomAt(limited, now + length - 1))
}

/**
 * The same for however long: what fits into the first part of a window, then the whole limit in each window that follows. No
 * order of purchases comes to more, and buying as soon as something fits comes to that.
 */
export function roomUntil(limited: TimedLimit, now: number, length: number): number {
  const { limit, window } = limited
  if (length <= 0 || limit === 0) return 0
  if (window === 'total') return roomWithin(limited, now, length)
  if (length === Number.POSITIVE_INFINITY) return length
  if (window === 'perMonth') return roomWithin(limited, now, length) + limit * (monthsTouched(now, length) - 1)
  const whole = Math.floor(length / trailingWindowMs[window])
  return whole * limit + roomWithin(limited, now, length - whole * trailingWindowMs[window])
}

/** UTC months that have a moment from now until before `now + length`. */
function monthsTouched(now: number, length: number): number {
  const first = utcMonth(now)
  if (now + length <= endOfUtcMonth(first)) return 1
  const last = utcMonth(now + length - 1)
  return (Math.floor(last / 100) - Math.floor(first / 100)) * 12 + (last % 100) - (first % 100) + 1
}

/** What fits under limits into any day and any week that begins after now. */
export interface Pace {
  readonly day: number
  readonly week: number
}

export function paceOf(limits: readonly TimedLimit[], now: number): Pace {
  let day = Number.POSITIVE_INFINITY
  let week = Number.POSITIVE_INFINITY
  for (const limited of limits) {
    const { window, limit } = limited
    const most = window === 'total' ? roomWithin(limited, now, 1) : limit
    if (window === 'perMonth') continue
    day = Math.min(day, most)
    if (window !== 'perDay') week = Math.min(week, most)
  }
  return { day, week: Math.min(week, 7 * day) }
}

/** Milliseconds from now to the end of each horizon. */
export const horizonsFrom = (now: number) =>
  ({
    day: DAY_MS,
    week: WEEK_MS,
    month: endOfUtcMonth(utcMonth(now)) - now,
    lifetime: Number.POSITIVE_INFINITY,
  }) as const
