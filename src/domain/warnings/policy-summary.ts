import type { PolicySummary } from '../../contract/policy.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { spendingCapsOfPurchase, remainingBudget, type LevelsWithRules } from '../decision/caps.ts'
import { cardExpiry } from '../card-expiry.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import { cardCooldownEndsAt } from '../decision/cooldown.ts'
import type { SpendingSubject } from '../entities.ts'
import { emptyLevelSpend } from '../spend/spend-windows.ts'
import { policyWarnings } from './index.ts'
import type { PolicyWarning } from './warning.ts'

/**
 * Summarises the effective policy of a level, the source of each field, and what is spent and left under each cap (contract, section 5).
 */
export function summarisePolicy(subject: SpendingSubject, now: number): PolicySummary {
  const compiled = compilePolicy(subject)
  const { policy, sources } = compiled
  const caps = spendingCapsOfPurchase(subject, compiled, { now })
  const { cooldownMinutes } = policy
  const { card: spend } = subject.spend
  const cooldownEndsAt =
    spend === null || cooldownMinutes === undefined ? now : cardCooldownEndsAt(spend, cooldownMinutes)
  const expiresAt = subject.card === null ? null : cardExpiry(subject.card.createdAt, policy)
  return {
    effective: policy,
    sources: { ...sources },
    limits: caps.map((cap) => ({
      kind: cap.kind,
      level: cap.level,
      window: cap.window,
      limit: cap.limit,
      spent: cap.spent,
      remaining: remainingBudget(cap),
    })),
    ...(cooldownEndsAt <= now ? {} : { cooldownEndsAt: isoTimestamp(cooldownEndsAt) }),
    ...(expiresAt === null ? {} : { expiresAt: isoTimestamp(expiresAt) }),
    warnings: policyWarnings(subject, compiled, caps),
  }
}

const noSpend = emptyLevelSpend

/** Returns only the warnings of a policy summary. They depend on the rules, not on the spend or the time. */
export function policyWarningsOf(
  levels: LevelsWithRules & { readonly customer: { readonly currency: string } },
): PolicyWarning[] {
  const compiled = compilePolicy(levels)
  const spend = { customer: noSpend, agent: levels.agent && noSpend, card: levels.card && noSpend }
  return policyWarnings(levels, compiled, spendingCapsOfPurchase({ ...levels, spend }, compiled, { now: 0 }))
}
