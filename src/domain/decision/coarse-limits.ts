import type { Window } from '../../contract/policy.ts'
import { capsOf, type RuledLevels } from './caps.ts'
import { compilePolicy } from './compiled-policy.ts'
import { nothingSpent } from '../spend/spend-windows.ts'

/** Most cents by window; a window without one has no limit. */
export type CoarseLimits = Readonly<Partial<Record<Window, number>>>

/** An issuer counts by days, weeks and months of its own calendar, in which two of Purser's windows can lie. */
const WINDOWS_IN_ONE = 2

/**
 * What an issuer may hold a card to while Purser is away: never less than what Purser could approve. One purchase is bounded exactly, by
 * the smallest of all caps that bind the card; what is spent over time by twice as much.
 */
export function coarseLimits(levels: RuledLevels): CoarseLimits {
  const spend = { customer: nothingSpent, agent: levels.agent && nothingSpent, card: levels.card && nothingSpent }
  const caps = capsOf({ ...levels, spend }, compilePolicy(levels), { now: 0, authorizedBefore: 0 })
  const limits: Partial<Record<Window, number>> = {}
  for (const { window, limit } of caps) {
    const coarse = window === 'perAuth' ? limit : limit * WINDOWS_IN_ONE
    limits[window] = Math.min(coarse, limits[window] ?? coarse)
  }
  return limits
}
