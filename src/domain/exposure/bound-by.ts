import type { Exposure } from '../../contract/resources/exposure.ts'
import type { ExposedCard } from './exposed-card.ts'
import type { Asked, Bounds, ExposedLevel } from './exposure-bound.ts'
import { remainingOf, roomUntil, type TimedLimit } from './limit-room.ts'

type Bounding = Exposure['horizons'][number]['boundBy'][number]

interface Bound extends Asked {
  readonly boundOf: Bounds
  readonly bound: number
  /** Limits that are named. */
  readonly most: number
}

/**
 * The limits that the bound comes from: those of the highest level that bound it by themselves, else those of each level
 * beneath. Where several bound it together, a part of the time each, it is those that leave least.
 */
export function boundBy(level: ExposedLevel, asked: Asked & { boundOf: Bounds }, most: number): Bounding[] {
  const bound = asked.boundOf(level)
  return bound === Number.POSITIVE_INFINITY ? [] : boundsOf(level, { ...asked, bound, most }).slice(0, most)
}

function boundsOf(level: ExposedLevel, asked: Bound): Bounding[] {
  const { card, limits, beneath } = level
  const own = least(limits, asked)
  if (own.room <= asked.bound) return own.limits
  if (card !== undefined) return ofCard(card, asked)
  if (level.isPartial === true) return own.limits
  const sum = beneath.reduce((total, each) => total + asked.boundOf(each), 0)
  if (sum > asked.bound && own.room < sum) return own.limits
  const found: Bounding[] = []
  for (const each of beneath) {
    if (found.length >= asked.most) break
    const bound = asked.boundOf(each)
    if (bound > 0) found.push(...boundsOf(each, { ...asked, bound }))
  }
  return found
}

function least(limits: readonly TimedLimit[], { now, length }: Asked): { room: number; limits: Bounding[] } {
  const rooms = limits.map((limited) => ({ limited, room: roomUntil(limited, now, length) }))
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
        remaining: remainingOf(limited, now),
      })),
  }
}

function ofCard(card: ExposedCard, asked: Bound): Bounding[] {
  const own = least(card.limits, { ...asked, length: Math.min(asked.length, card.length) })
  if (own.room <= asked.bound || card.perPurchase === Number.POSITIVE_INFINITY) return own.limits
  const { id, perPurchase } = card
  return [{ level: 'card', id, window: 'perAuth', limit: perPurchase, remaining: perPurchase }]
}
