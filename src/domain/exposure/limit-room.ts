import type { Limits, PolicyLevel, LimitWindow } from '../../contract/policy.ts'
import { DAY_MS, WEEK_MS } from '../../lib/clock.ts'
import { heldCents, type Hold } from '../spend/holds.ts'
import { type LevelSpend, trailingLimitWindowMs, centsSpentInLimitWindow } from '../spend/spend-windows.ts'
import { endOfUtcMonth, utcMonth } from '../spend/utc-month.ts'

/** A limit of one level over a window of time, with the spend that counts towards it. */
export interface LevelLimitOverTime {
  readonly level: PolicyLevel
  readonly id: string
  readonly window: Exclude<LimitWindow, 'perAuth'>
  readonly limit: number
  readonly spend: LevelSpend
  /** The open holds of the level. They may be reversed at any moment, and then leave room. */
  readonly holds: readonly Hold[]
  /**
   * The cents that are left now under a limit `perMonth` or `total`. They stay the same until the month ends, or for ever. Null for
   * `perDay` and `perWeek`, which are trailing windows.
   */
  readonly fixedRoom: number | null
}

const TIMED = ['perDay', 'perWeek', 'perMonth', 'total'] as const

/** Lists the limits over time that a level sets. */
export function limitsOverTimeOfLevel(
  owner: Pick<LevelLimitOverTime, 'level' | 'id' | 'spend' | 'holds'>,
  limits: Limits | undefined,
  now: number,
): LevelLimitOverTime[] {
  const timed: LevelLimitOverTime[] = []
  for (const window of TIMED) {
    const limit = limits?.[window]
    if (limit === undefined) continue
    const isTrailing = window === 'perDay' || window === 'perWeek'
    const { level, id, spend, holds } = owner
    const base = { level, id, spend, holds, window, limit, fixedRoom: null }
    timed.push(isTrailing ? base : { ...base, fixedRoom: roomAt(base, now) })
  }
  return timed
}

/** The cents that fit under a limit at a moment, if all open holds were reversed. */
function roomAt({ limit, spend, holds, window }: Omit<LevelLimitOverTime, 'fixedRoom'>, at: number): number {
  const stands = centsSpentInLimitWindow(spend, window, at) - heldCents(holds, window, at)
  return Math.max(0, limit - Math.max(0, stands))
}

/** The cents that are left under a limit now, with holds counted as spent. */
export const remainingOfLimit = ({ limit, spend, window }: LevelLimitOverTime, now: number): number =>
  Math.max(0, limit - centsSpentInLimitWindow(spend, window, now))

/**
 * The cents that can be spent under a limit from now until just before `now + length`. `length` is at most the limit's window. What was
 * spent at a time t no longer counts from t + window on, so the room is that of the last millisecond.
 */
function roomWithin(limited: LevelLimitOverTime, now: number, length: number): number {
  return length <= 0 ? 0 : (limited.fixedRoom ?? roomAt(limited, now + length - 1))
}

/**
 * The cents that fit under a limit from now until before `now + length`, for any length: what fits into the first, partial window, and then
 * the whole limit in each window that follows. No order of purchases exceeds this sum, and buying as soon as something fits reaches it.
 */
export function centsThatFitUnderLimitWithin(limited: LevelLimitOverTime, now: number, length: number): number {
  const { limit, window } = limited
  if (length <= 0 || limit === 0) return 0
  if (window === 'total') return roomWithin(limited, now, length)
  if (length === Number.POSITIVE_INFINITY) return length
  if (window === 'perMonth') return roomWithin(limited, now, length) + limit * (monthsTouched(now, length) - 1)
  const whole = Math.floor(length / trailingLimitWindowMs[window])
  return whole * limit + roomWithin(limited, now, length - whole * trailingLimitWindowMs[window])
}

/** The number of UTC months with at least one moment from now until before `now + length`. */
function monthsTouched(now: number, length: number): number {
  const first = utcMonth(now)
  if (now + length <= endOfUtcMonth(first)) return 1
  const last = utcMonth(now + length - 1)
  return (Math.floor(last / 100) - Math.floor(first / 100)) * 12 + (last % 100) - (first % 100) + 1
}

/** The most cents that a level's limits let pass in any one day, and in any one week, that begins later than now. */
export interface SpendingPace {
  readonly day: number
  readonly week: number
}

export function spendingPace(limits: readonly LevelLimitOverTime[], now: number): SpendingPace {
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

/** The milliseconds from now to the end of each horizon of an exposure. Infinity for the lifetime. */
export const exposureHorizonLengthsMs = (now: number) =>
  ({
    day: DAY_MS,
    week: WEEK_MS,
    month: endOfUtcMonth(utcMonth(now)) - now,
    lifetime: Number.POSITIVE_INFINITY,
  }) as const
