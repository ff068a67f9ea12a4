import type { Exposure } from '../../contract/resources/exposure.ts'
import type { ExposedCard } from './exposed-card.ts'
import type { ExposurePeriod, ExposureBounds, ExposedLevel } from './exposure-bound.ts'
import { remainingOfLimit, centsThatFitUnderLimitWithin, type LevelLimitOverTime } from './limit-room.ts'

type Bounding = Exposure['horizons'][number]['boundBy'][number]

interface BoundQuery extends ExposurePeriod {
  readonly boundOf: ExposureBounds
  readonly bound: number
  /** The most limits to name as the bounds of an exposure. */
  readonly most: number
}

/**
 * Finds the limits that determine an exposure. If the level's own limits do, these are returned; otherwise those of each level beneath it
 * that determine that level's exposure. If several limits of a level together determine it, each for some of the time, the limits with the
 * least room are returned.
 */
export function limitsThatBoundExposure(
  level: ExposedLevel,
  query: ExposurePeriod & { boundOf: ExposureBounds },
  most: number,
): Bounding[] {
  const bound = query.boundOf(level)
  return bound === Number.POSITIVE_INFINITY ? [] : boundsOf(level, { ...query, bound, most }).slice(0, most)
}

function boundsOf(level: ExposedLevel, query: BoundQuery): Bounding[] {
  const { card, limits, beneath } = level
  const own = least(limits, query)
  if (own.room <= query.bound) return own.limits
  if (card !== undefined) return ofCard(card, query)
  if (level.isPartial === true) return own.limits
  const sum = beneath.reduce((total, each) => total + query.boundOf(each), 0)
  if (sum > query.bound && own.room < sum) return own.limits
  const named: Bounding[] = []
  for (const each of beneath) {
    if (named.length >= query.most) break
    const bound = query.boundOf(each)
    if (bound > 0) named.push(...boundsOf(each, { ...query, bound }))
  }
  return named
}

function least(
  limits: readonly LevelLimitOverTime[],
  { now, length }: ExposurePeriod,
): { room: number; limits: Bounding[] } {
  const rooms = limits.map((limited) => ({ limited, room: centsThatFitUnderLimitWithin(limited, now, length) }))
  const room = Math.min(Number.POSITIVE_INFINITY, ...rooms.map((each) => each.room))
  return {
    room,
    limits: rooms
      .filter((each) => each.room === room)
      .map(({ limited }) => ({
        level: limited.level,
        id: limited.id,
        window: limited.window,
        limit: limited.limit,
        remaining: remainingOfLimit(limited, now),
      })),
  }
}

function ofCard(card: ExposedCard, query: BoundQuery): Bounding[] {
  const own = least(card.limits, { ...query, length: Math.min(query.length, card.length) })
  if (own.room <= query.bound || card.perPurchase === Number.POSITIVE_INFINITY) return own.limits
  const { id, perPurchase } = card
  return [{ level: 'card', id, window: 'perAuth', limit: perPurchase, remaining: perPurchase }]
}
