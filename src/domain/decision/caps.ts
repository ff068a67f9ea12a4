import {
  policyLevels,
  limitWindows,
  type Limits,
  type Policy,
  type ReasonLevel,
  type LimitWindow,
} from '../../contract/policy.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import type { SpendRequest, SpendingSubject } from '../entities.ts'
import { centsSpentInLimitWindow, type LevelSpend } from '../spend/spend-windows.ts'

/** A policy or limits field that caps spending. */
export type SpendingCapField = `limits.${LimitWindow}` | 'maxAmount'

/** A cap on spending, and the cents that are already spent against it. */
export interface SpendingCap {
  /**
   * The kind of the cap. `policy`: a limit of the effective policy, counted against the card's own spend. `cap`: a hard cap of one level,
   * counted against everything below it.
   */
  readonly kind: 'policy' | 'cap'
  readonly level: ReasonLevel
  readonly window: LimitWindow
  /** The policy or limits field that sets the cap. */
  readonly rule: SpendingCapField
  readonly limit: number
  readonly spent: number
}

/** The levels that apply to a purchase, each with its policy and its hard caps. */
export interface LevelsWithRules {
  readonly customer: Ruled
  readonly agent: Ruled | null
  readonly card: Ruled | null
}

interface Ruled {
  readonly policy: Policy
  readonly limits: Limits
}

/** Lists every cap that applies to a purchase, in the order in which reasons are reported (contract, section 6). */
export function spendingCapsOfPurchase(
  subject: LevelsWithRules & Pick<SpendingSubject, 'spend'>,
  policy: CompiledPolicy,
  request: Pick<SpendRequest, 'now' | 'authorizedBefore'>,
): SpendingCap[] {
  const caps: SpendingCap[] = []
  const spendOfPolicy = spendOfMostSpecificLevel(subject)
  for (const { window, rule, level, limit } of policy.limits) {
    caps.push({ kind: 'policy', level, window, rule, limit, spent: spent(spendOfPolicy, window, request) })
  }
  for (const level of policyLevels) {
    const limits = subject[level]?.limits
    if (limits === undefined) continue
    for (const window of limitWindows) {
      const limit = limits[window]
      if (limit === undefined) continue
      const counted = spent(subject.spend[level] as LevelSpend, window, request)
      caps.push({ kind: 'cap', level, window, rule: capRules[window], limit, spent: counted })
    }
  }
  return caps
}

const capRules = {
  perAuth: 'limits.perAuth',
  perDay: 'limits.perDay',
  perWeek: 'limits.perWeek',
  perMonth: 'limits.perMonth',
  total: 'limits.total',
} as const satisfies Record<LimitWindow, SpendingCapField>

/**
 * The spend against which limits of the effective policy are counted: the card's or, if no card is given, that of the most specific level
 * that is given (contract, section 6).
 */
export const spendOfMostSpecificLevel = ({ spend }: Pick<SpendingSubject, 'spend'>): LevelSpend =>
  spend.card ?? spend.agent ?? spend.customer

/** The cents that are left under the tightest cap. Undefined: no cap applies. */
export function centsLeftUnderTightestCap(caps: readonly SpendingCap[]): number | undefined {
  let least: number | undefined
  for (const cap of caps) {
    const room = remainingBudget(cap)
    if (least === undefined || room < least) least = room
  }
  return least
}

/** The cents that are left under a cap. The number is never negative. */
export const remainingBudget = ({ limit, spent: counted }: SpendingCap): number => Math.max(0, limit - counted)

/**
 * The cents that were already spent against a cap. For `perAuth` that is the amount that the authorization itself already holds, so that
 * increments cannot exceed the cap.
 */
const spent = (
  spend: LevelSpend,
  window: LimitWindow,
  { now, authorizedBefore = 0 }: Pick<SpendRequest, 'now' | 'authorizedBefore'>,
) => (window === 'perAuth' ? authorizedBefore : centsSpentInLimitWindow(spend, window, now))

/** Whether at least 80 % of the cap is used once `amount` further cents are spent. */
export const isNearCap = ({ limit, spent: counted }: SpendingCap, amount: number): boolean =>
  (limit - counted - amount) * 5 <= limit
