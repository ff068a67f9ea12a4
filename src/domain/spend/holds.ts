import type { LimitWindow } from '../../contract/policy.ts'
import type { CountedSpend } from './counted-amount.ts'
import { addCents } from './spend-entries.ts'
import { trailingLimitWindowMs } from './spend-windows.ts'
import { endOfUtcMonth, startOfUtcMonth, utcMonth } from './utc-month.ts'

/** An open hold: a transaction with cents that are neither captured nor reversed. */
export interface Hold {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  /** The cents of the hold that are neither captured nor reversed. */
  readonly open: number
  /** The hold's amounts that count as spent, each with its moment. */
  readonly counted: readonly CountedSpend[]
  /** The ceiling, in cents, of the intent that the transaction matched. Undefined: it matched none with a ceiling. */
  readonly ceiling?: number
}

/** The held cents of one level that count in a window that ends now. `holder`: the id of the level. */
export const heldCentsByHold = (
  holds: readonly Hold[],
  window: LimitWindow,
  { holder, now }: { holder: string | null; now: number },
): number =>
  heldCents(
    holds.filter(({ customerId, agentId, cardId }) => [customerId, agentId, cardId].includes(holder)),
    window,
    now,
  )

/** The cents of the given holds that count in a window that ends now. */
export function heldCents(holds: readonly Hold[], window: LimitWindow, now: number): number {
  if (window === 'perAuth' || holds.length === 0) return 0
  const span = spanOf(window, now)
  let held = 0
  for (const { open, counted } of holds) held = addCents(held, Math.min(open, countedIn(counted, span)))
  return held
}

/** A span of time in Unix milliseconds: `from` is inclusive, `until` exclusive. */
interface Span {
  readonly from: number
  readonly until: number
}

function spanOf(window: Exclude<LimitWindow, 'perAuth'>, now: number): Span {
  if (window === 'total') return { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  if (window !== 'perMonth') return { from: now - trailingLimitWindowMs[window] + 1, until: Number.POSITIVE_INFINITY }
  const month = utcMonth(now)
  return { from: startOfUtcMonth(month), until: endOfUtcMonth(month) }
}

function countedIn(counted: readonly CountedSpend[], { from, until }: Span): number {
  let cents = 0
  for (const [at, amount] of counted) {
    if (at >= from && at < until) cents += amount
  }
  return cents
}
