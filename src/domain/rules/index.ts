import { limitWindows, type Policy } from '../../contract/policy.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { RuleCheck } from '../decision/trace.ts'
import { boughtMerchantsMemory } from '../memories/bought-merchants-memory.ts'
import type { AnyRuleMemory } from '../memories/memories.ts'
import { recentPurchases } from '../memories/recent-purchases.ts'
import { spentAtMerchantsMemory } from '../memories/spent-at.ts'
import { activeHoursRule } from './active-hours.ts'
import { cooldownRule } from './cooldown.ts'
import { cardCredentialsRule, credentialsLockedRule, requiredCvvRule } from './credentials.ts'
import { currencyRule } from './currency.ts'
import { duplicatePurchaseRule } from './duplicate.ts'
import { cardExpiryRule } from './expiry.ts'
import { intentMismatchRule, missingIntentRule } from './intents.ts'
import { ledgerRule } from './ledger.ts'
import { limitsRule } from './limits.ts'
import {
  allowedCountries,
  allowedMccs,
  allowedMerchants,
  blockedCountries,
  blockedMccs,
  blockedMerchants,
} from './merchant-lists.ts'
import { merchantLockRule } from './merchant-lock.ts'
import { merchantPerDayRule } from './merchant-per-day.ts'
import type { PurchaseRule } from './rule.ts'
import { newMerchantRule } from './new-merchant.ts'
import { singleUseRule } from './single-use.ts'
import { accountStopRule, agentStatusRule, cardClosedRule, cardFrozenRule, customerStatusRule } from './status.ts'
import { subscriptionRule } from './subscription.ts'
import { transactionCountRule } from './transaction-count.ts'

/** A rule of the ladder, with the policy fields that it reads and the names in its findings. */
export interface RuleLadderEntry {
  readonly rule: PurchaseRule
  /** The policy fields that the rule reads. Empty: the rule reads only statuses, the card and the request. */
  readonly fields: readonly (keyof Policy)[]
  /**
   * The names by which decisions call the rule, in the member `rule` of its checks: a policy field such as `maxAmount`, or a word such as
   * `ledger`.
   */
  readonly names: readonly RuleCheck['rule'][]
  /**
   * The facts that must be computed before the rule can run: the limits with their spend (`caps`), or the comparison of the purchase with
   * the intents (`intent`). Undefined: the rule needs neither.
   */
  readonly asks?: 'caps' | 'intent'
  /** Whether the rule can find anything under an effective policy. A decision skips the rule if it cannot. Undefined: it always can. */
  readonly applies?: (policy: CompiledPolicy['policy']) => boolean
  /** The facts about earlier purchases that the rule asks. */
  readonly memories?: readonly AnyRuleMemory[]
}

/** Makes the row of a rule that finds nothing unless the policy sets one of these fields. A field that is `false` counts as not set. */
const ofPolicy = (rule: PurchaseRule, ...fields: (keyof Policy & RuleCheck['rule'])[]): RuleLadderEntry => ({
  rule,
  fields,
  names: fields,
  applies: (policy) => fields.some((field) => policy[field] !== undefined && policy[field] !== false),
})
const withoutPolicy = (rule: PurchaseRule, name: RuleCheck['rule']): RuleLadderEntry => ({
  rule,
  fields: [],
  names: [name],
})

const rows = [
  withoutPolicy(accountStopRule, 'stop'),
  withoutPolicy(customerStatusRule, 'status'),
  withoutPolicy(agentStatusRule, 'status'),
  withoutPolicy(cardFrozenRule, 'status'),
  withoutPolicy(cardClosedRule, 'status'),
  ofPolicy(cardExpiryRule, 'ttlMinutes', 'ttlDays'),
  withoutPolicy(singleUseRule, 'usage'),
  withoutPolicy(currencyRule, 'currency'),
  {
    rule: limitsRule,
    fields: ['limits', 'maxAmount'],
    names: ['maxAmount', ...limitWindows.map((window) => `limits.${window}` as const)],
    asks: 'caps',
  },
  withoutPolicy(ledgerRule, 'ledger'),
  ofPolicy(transactionCountRule, 'maxTransactionsPerDay'),
  { ...ofPolicy(merchantPerDayRule, 'maxPerMerchantPerDay'), memories: [spentAtMerchantsMemory] },
  ofPolicy(allowedMccs, 'allowedMccs'),
  ofPolicy(blockedMccs, 'blockedMccs'),
  ofPolicy(allowedMerchants, 'allowedMerchants', 'allowedMerchantIds'),
  ofPolicy(blockedMerchants, 'blockedMerchants', 'blockedMerchantIds'),
  ofPolicy(merchantLockRule, 'lockToFirstMerchant'),
  ofPolicy(allowedCountries, 'allowedCountries'),
  ofPolicy(blockedCountries, 'blockedCountries'),
  ofPolicy(cooldownRule, 'cooldownMinutes'),
  ofPolicy(activeHoursRule, 'activeHours'),
  {
    rule: missingIntentRule,
    fields: ['onMissingIntent', 'requireIntent'],
    names: ['onMissingIntent'],
    asks: 'intent',
    applies: ({ requireIntent, onMissingIntent }) => requireIntent && onMissingIntent !== 'flag',
  },
  {
    rule: intentMismatchRule,
    fields: ['onIntentMismatch', 'requireIntent', 'intentTolerancePercent'],
    names: ['onIntentMismatch'],
    asks: 'intent',
    applies: ({ onIntentMismatch }) => onIntentMismatch !== 'flag',
  },
  {
    rule: newMerchantRule,
    fields: ['newMerchant', 'onMissingIntent'],
    names: ['newMerchant'],
    asks: 'intent',
    applies: ({ newMerchant: asked, onMissingIntent }) => asked === 'approve' && onMissingIntent !== 'flag',
    memories: [boughtMerchantsMemory],
  },
  { rule: subscriptionRule, fields: [], names: ['subscription'], asks: 'intent' },
  {
    rule: duplicatePurchaseRule,
    fields: ['duplicateWindowMinutes', 'intentTolerancePercent'],
    names: ['duplicateWindowMinutes'],
    asks: 'intent',
    applies: ({ duplicateWindowMinutes }) => duplicateWindowMinutes !== undefined,
    memories: [recentPurchases],
  },
  withoutPolicy(cardCredentialsRule, 'credentials'),
  ofPolicy(requiredCvvRule, 'requireCvv'),
  withoutPolicy(credentialsLockedRule, 'credentials'),
] as const satisfies readonly RuleLadderEntry[]

/** Every rule, in the order in which reasons are reported (contract, section 6). */
export const ruleLadder: readonly RuleLadderEntry[] = rows

/** The facts about earlier purchases that rules ask. */
export const ruleMemories: readonly AnyRuleMemory[] = [
  ...new Set(ruleLadder.flatMap(({ memories: asked = [] }) => asked)),
]

/** The names of the rules' memories. Each has a reader in the store, without which it does not compile. */
export type RuleMemoryName = Extract<(typeof rows)[number], { readonly memories: unknown }>['memories'][number]['name']

/** The functions of the rules that can find anything under an effective policy. Each decision loops over them. */
export function rulesUnderPolicy(compiled: CompiledPolicy): readonly PurchaseRule[] {
  const known = applying.get(compiled)
  if (known !== undefined) return known
  const rules = ruleLadder.flatMap(({ rule, applies }) => (applies?.(compiled.policy) === false ? [] : [rule]))
  applying.set(compiled, rules)
  return rules
}

/** Compiled policies never change in place. */
const applying = new WeakMap<CompiledPolicy, readonly PurchaseRule[]>()
