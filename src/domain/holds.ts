import type { Window } from '../contract/policy.ts'
import type { CountedPart } from './counted-part.ts'
import { addCents } from './money.ts'
import { trailingWindowMs } from './spend-windows.ts'
import { utcMonth } from './utc-month.ts'

/** A transaction of which something is neither captured nor given back. */
export interface Hold {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  /** Cents that are open. */
  readonly open: number
  /** What of it counts as spent, and when. */
  readonly counted: readonly CountedPart[]
}

/** Of what a level has spent in a window that ends now, the cents that are held. */
export function heldIn(
  holds: readonly Hold[],
  window: Window,
  { holder, now }: { holder: string | null; now: number },
): number {
  if (window === 'perAuth') return 0
  return holds
    .filter(({ customerId, agentId, cardId }) => [customerId, agentId, cardId].includes(holder))
    .reduce((sum, { open, counted }) => addCents(sum, Math.min(open, countedIn(counted, window, now))), 0)
}

const countedIn = (counted: readonly CountedPart[], window: Window, now: number): number =>
  counted.filter(([at]) => isIn(window, at, now)).reduce((sum, [, amount]) => sum + amount, 0)

function isIn(window: Window, at: number, now: number): boolean {
  if (window === 'perMonth') return utcMonth(at) === utcMonth(now)
  return window === 'perDay' || window === 'perWeek' ? at > now - trailingWindowMs[window] : true
}
