import type { LimitWindow } from '../../contract/policy.ts'
import { spendingCapsOfPurchase, type LevelsWithRules } from './caps.ts'
import { compilePolicy } from './compiled-policy.ts'
import { emptyLevelSpend } from '../spend/spend-windows.ts'

/** The most cents that an issuer lets a card spend in each window. A window that is absent has no limit. */
export type IssuerCoarseLimits = Readonly<Partial<Record<LimitWindow, number>>>

/**
 * How many windows of Purser (such as days) one window of an issuer can overlap. It can overlap two, because issuers count by their own
 * calendar days, weeks and months.
 */
const WINDOWS_IN_ONE = 2

/**
 * The coarse limits of a card, which its issuer may enforce while Purser cannot be reached: never less than what Purser could approve. The
 * limit of one purchase is exact, the smallest of all caps that apply to the card; limits over a day, a week, a month or all time are twice
 * those of Purser.
 */
export function issuerCoarseLimits(levels: LevelsWithRules): IssuerCoarseLimits {
  const spend = {
    customer: emptyLevelSpend,
    agent: levels.agent && emptyLevelSpend,
    card: levels.card && emptyLevelSpend,
  }
  const caps = spendingCapsOfPurchase({ ...levels, spend }, compilePolicy(levels), { now: 0, authorizedBefore: 0 })
  const limits: Partial<Record<LimitWindow, number>> = {}
  for (const { window, limit } of caps) {
    const coarse = window === 'perAuth' ? limit : limit * WINDOWS_IN_ONE
    limits[window] = Math.min(coarse, limits[window] ?? coarse)
  }
  return limits
}
