import type { RecentPurchase } from '../entities.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { recentPurchase } from '../transactions/recent-purchase.ts'
import { approvedPurchase, type LevelsWithPolicies, type RuleMemory } from './memory.ts'
import { BacktestPurchases } from './backtest-purchases.ts'

/** Approved authorizations of the card that a purchase may repeat: those of its amount, at merchants that may be the same. */
export const recentPurchases: RuleMemory<readonly RecentPurchase[], 'recentPurchases'> = {
  name: 'recentPurchases',
  of: 'card',
  isNeededBy: ({ duplicateWindowMinutes }) => isSet(duplicateWindowMinutes),
  after: (known, entry) => {
    const approved = approvedPurchase(entry)
    return approved ? [...known, recentPurchase(approved.at, approved.amount, approved.merchant)] : known
  },
  forms: [],
  journal: {
    since: (levels, now) => {
      const minutes = duplicateWindow(levels)
      return minutes === undefined ? undefined : now - minutes * MINUTE_MS
    },
    begin: () => new BacktestPurchases(),
  },
}

/**
 * The longer of two times in which a purchase counts as a duplicate, in minutes: that of the policies and that of the shadow policies.
 * Undefined: neither has such a time.
 */
function duplicateWindow({ customer, agent, card }: LevelsWithPolicies): number | undefined {
  const levels = [card, agent, customer]
  const own = levels.map((level) => level?.policy.duplicateWindowMinutes).find(isSet)
  const shadow = levels.map((level) => (level?.shadowPolicy ?? level?.policy)?.duplicateWindowMinutes).find(isSet)
  return own === undefined || shadow === undefined ? (own ?? shadow) : Math.max(own, shadow)
}

const isSet = (minutes: number | null | undefined): minutes is number => typeof minutes === 'number'
