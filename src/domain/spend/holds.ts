import type { Window } from '../../contract/policy.ts'
import type { CountedPart } from './counted-part.ts'
import { addCents } from '../money.ts'
import { trailingWindowMs } from './spend-windows.ts'
import { endOfUtcMonth, startOfUtcMonth, utcMonth } from './utc-month.ts'

/** A transaction of which something is neither captured nor given back. */
export interface Hold {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  /** Cents that are open. */
  readonly open: number
  /** What of it counts as spent, and when. */
  readonly counted: readonly CountedPart[]
  /** Most cents that it may come to by the intent that it matched; absent: none bounds it. */
  readonly ceiling?: number
}

/** Of what a level has spent in a window that ends now, the cents that are held. */
export const heldIn = (
  holds: readonly Hold[],
  window: Window,
  { holder, now }: { holder: string | null; now: number },
): number =>
  heldOf(
    holds.filter(({ customerId, agentId, cardId }) => [customerId, agentId, cardId].includes(holder)),
    window,
    now,
  )

/** Of what counts in a window that ends now, the cents that are held by these. */
export function heldOf(holds: readonly Hold[], window: Window, now: number): number {
  if (window === 'perAuth' || holds.length === 0) return 0
  const span = spanOf(window, now)
  let held = 0
  for (const { open, counted } of holds) held = addCents(held, Math.min(open, countedIn(counted, span)))
  return held
}

/** Moments that a window looks at: from the first until before the other. */
interface Span {
  readonly from: number
  readonly until: number
}

function spanOf(window: Exclude<Window, 'perAuth'>, now: number): Span {
  if (window === 'total') return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  if (window !== 'perMonth') return { from: now - trailingWindowMs[window] + 1, until: Number.POSITIVE_INFINITY }
  const month = utcMonth(now)
  return { from: startOfUtcMonth(month), until: endOfUtcMonth(month) }
}

function countedIn(counted: readonly CountedPart[], { from, until }: Span): number {
  let cents = 0
  for (const [at, amount] of counted) {
    if (at >= from && at < until) cents += amount
  }
  return cents
}
