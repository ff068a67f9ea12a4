import { currencyUnlessDefault } from '../currencies.ts'
import type { Budget } from '../../contract/resources/budget.ts'
import type { Reason } from '../../contract/decisions.ts'
import { type DeclineCode, reasonCatalogue, type ReasonCatalogueRow } from '../../contract/reasons.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { budgetRuleSentences } from './budget-rules.ts'
import {
  type SpendingCap,
  spendingCapsOfPurchase,
  centsLeftUnderTightestCap,
  spendOfMostSpecificLevel,
  remainingBudget,
} from '../decision/caps.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import { decidePurchase } from '../ladder/decide.ts'
import type { SpendingSubject } from '../entities.ts'
import { type SubscriptionCommitment, committedSubscriptionCents } from '../subscriptions/committed.ts'
import { type Hold, heldCentsByHold } from '../spend/holds.ts'
import { whenSpendFallsTo, type LevelSpend } from '../spend/spend-windows.ts'

export interface BudgetFacts {
  readonly subject: SpendingSubject
  /** All open holds of the customer. */
  readonly holds: readonly Hold[]
  /** The active subscriptions of all cards of the customer. Absent: there are none, or they were not read. */
  readonly commitments?: readonly SubscriptionCommitment[]
  /** The number of intents that wait for a person, of the most specific level of the budget. */
  readonly waiting: number
  /** The moment for which the budget is computed, in Unix milliseconds. */
  readonly now: number
}

/**
 * The budget of a level: the amount that may be spent now, and the rules for it (contract, section 8). It is found by asking the rules of
 * decisions about a purchase of one cent.
 */
export function budgetOfSpendingSubject({ subject, holds, commitments = [], waiting, now }: BudgetFacts): Budget {
  const compiled = compilePolicy(subject)
  const caps = spendingCapsOfPurchase(subject, compiled, { now })
  const statusReasons = reasonsAt(subject, now).filter(({ code }) => isStatusDeclineCode(code))
  const nextAt = statusReasons.length > 0 ? undefined : nextAllowedAt(subject, now)
  const { requireApproval, autoApproveBelow = 0 } = compiled.policy
  return {
    ...currencyUnlessDefault(subject.customer.currency),
    available: statusReasons.length > 0 ? 0 : (centsLeftUnderTightestCap(caps) ?? null),
    windows: presentBudgetLimits({ subject, holds, commitments, now }),
    rules: [...statusReasons.map(({ message }) => message), ...budgetRuleSentences(subject, compiled)],
    approvals: { ...(requireApproval ? { autoApproveBelow } : {}), waiting },
    ...(nextAt === undefined ? {} : { nextAllowedAt: isoTimestamp(nextAt) }),
  }
}

/** Every limit that applies now, in the order in which a decision checks them. */
export function presentBudgetLimits(facts: Omit<BudgetFacts, 'waiting'>): Budget['windows'] {
  const { subject, now } = facts
  return spendingCapsOfPurchase(subject, compilePolicy(subject), { now }).map((cap) => windowOf(cap, facts))
}

function windowOf(
  cap: SpendingCap,
  { subject, holds, commitments = [], now }: Omit<BudgetFacts, 'waiting'>,
): Budget['windows'][number] {
  const { window, level, limit, spent } = cap
  const counted = cap.kind === 'policy' || level === 'default' ? null : level
  const spend = counted === null ? spendOfMostSpecificLevel(subject) : (subject.spend[counted] as LevelSpend)
  const holder = counted === null ? mostSpecific(subject) : idsOf(subject)[counted]
  const committed = committedSubscriptionCents(commitments, window, { holder, now }) ?? 0
  const resetsAt = spent === 0 ? undefined : whenSpendFallsTo(spend, window, 0, now)
  return {
    kind: cap.kind,
    window,
    level,
    limit,
    spent,
    held: heldCentsByHold(holds, window, { holder, now }),
    remaining: remainingBudget(cap),
    ...(committed === 0 ? {} : { committed }),
    ...(resetsAt === undefined ? {} : { resetsAt: isoTimestamp(resetsAt) }),
  }
}

const idsOf = ({ customer, agent, card }: SpendingSubject) => ({
  customer: customer.id,
  agent: agent?.id ?? null,
  card: card?.id ?? null,
})
const mostSpecific = ({ customer, agent, card }: SpendingSubject): string => card?.id ?? agent?.id ?? customer.id

/** Whether a decline reason is a status in which nothing may be spent. */
export const isStatusDeclineCode = (code: DeclineCode): boolean => reasonCatalogue[code].about === 'statuses'

/**
 * How often `nextAllowedAt` looks again at a later time. One look may not be enough: when a cooldown ends it may be the weekend, and on
 * Monday the month's limit may still be used up.
 */
const MOST_WAITS = 20

/**
 * The first later time, in Unix milliseconds, at which no reason remains that would decline every purchase (see `isLasting`). Undefined:
 * there is no such reason now, or one of them does not end with time.
 */
function nextAllowedAt(subject: SpendingSubject, now: number): number | undefined {
  let at = now
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const reasons = reasonsAt(subject, at).filter(isLasting)
    if (reasons.length === 0) return at === now ? undefined : at
    const ends = reasons.map(({ retryAt }) => (retryAt === undefined ? Number.NaN : Date.parse(retryAt)))
    at = Math.max(at, ...ends)
    if (Number.isNaN(at)) return undefined
  }
  return undefined
}

/**
 * Whether a decline reason declines every purchase, whatever the purchase is for. The reasons of a status, of a used-up limit and of a time
 * are such reasons.
 */
const isLasting = ({ code }: Reason): boolean => LASTING.has(reasonCatalogue[code].about)
const LASTING: ReadonlySet<ReasonCatalogueRow['about']> = new Set(['statuses', 'amounts', 'times'])

const reasonsAt = (subject: SpendingSubject, now: number): readonly Reason[] =>
  decidePurchase(subject, { amount: 1, currency: subject.customer.currency, merchant: {}, now }).reasons
