import { Windows, type Policy } from '../../contract/policy.ts'
import type { CompiledPolicy } from '../decision/compiled-policy.ts'
import type { Check } from '../decision/trace.ts'
import { boughtAt } from '../memories/bought-at.ts'
import type { AnyMemory } from '../memories/memories.ts'
import { recentPurchases } from '../memories/recent-purchases.ts'
import { activeHours } from './active-hours.ts'
import { cooldown } from './cooldown.ts'
import { credentials, credentialsLocked, requiredCvv } from './credentials.ts'
import { currency } from './currency.ts'
import { duplicate } from './duplicate.ts'
import { expiry } from './expiry.ts'
import { intentMismatch, intentMissing } from './intents.ts'
import { ledger } from './ledger.ts'
import { limits } from './limits.ts'
import {
  allowedCountries,
  allowedMccs,
  allowedMerchants,
  blockedCountries,
  blockedMccs,
  blockedMerchants,
} from './merchant-lists.ts'
import { merchantLock } from './merchant-lock.ts'
import type { Rule } from './rule.ts'
import { newMerchant } from './new-merchant.ts'
import { singleUse } from './single-use.ts'
import { accountStop, agentStatus, cardClosed, cardFrozen, customerStatus } from './status.ts'
import { subscription } from './subscription.ts'
import { transactionCount } from './transaction-count.ts'

/** A rule of the ladder, with the policy fields that it reads and the names in its findings. */
export interface LadderRule {
  readonly rule: Rule
  /** The policy fields that the rule reads. Empty: the rule reads only statuses, the card and the request. */
  readonly fields: readonly (keyof Policy)[]
  /** The values that `rule` can have in the findings of this rule. */
  readonly names: readonly Check['rule'][]
  /**
   * The facts that must be computed before the rule can run: the limits with their spend (`caps`), or the comparison of the purchase with
   * the intents (`intent`). Undefined: the rule needs neither.
   */
  readonly asks?: 'caps' | 'intent'
  /** Whether the rule can find anything under an effective policy. A decision does not run the others. Undefined: always. */
  readonly applies?: (policy: CompiledPolicy['policy']) => boolean
  /** The facts about earlier purchases that the rule asks. */
  readonly memories?: readonly AnyMemory[]
}

/** A rule of fields that are unset, or false, where they say nothing: without one of them, the rule finds nothing. */
const ofPolicy = (rule: Rule, ...fields: (keyof Policy & Check['rule'])[]): LadderRule => ({
  rule,
  fields,
  names: fields,
  applies: (policy) => fields.some((field) => policy[field] !== undefined && policy[field] !== false),
})
const withoutPolicy = (rule: Rule, name: Check['rule']): LadderRule => ({ rule, fields: [], names: [name] })

const rows = [
  withoutPolicy(accountStop, 'stop'),
  withoutPolicy(customerStatus, 'status'),
  withoutPolicy(agentStatus, 'status'),
  withoutPolicy(cardFrozen, 'status'),
  withoutPolicy(cardClosed, 'status'),
  ofPolicy(expiry, 'ttlMinutes', 'ttlDays'),
  withoutPolicy(singleUse, 'usage'),
  withoutPolicy(currency, 'currency'),
  {
    rule: limits,
    fields: ['limits', 'maxAmount'],
    names: ['maxAmount', ...Windows.map((window) => `limits.${window}` as const)],
    asks: 'caps',
  },
  withoutPolicy(ledger, 'ledger'),
  ofPolicy(transactionCount, 'maxTransactionsPerDay'),
  ofPolicy(allowedMccs, 'allowedMccs'),
  ofPolicy(blockedMccs, 'blockedMccs'),
  ofPolicy(allowedMerchants, 'allowedMerchants', 'allowedMerchantIds'),
  ofPolicy(blockedMerchants, 'blockedMerchants', 'blockedMerchantIds'),
  ofPolicy(merchantLock, 'lockToFirstMerchant'),
  ofPolicy(allowedCountries, 'allowedCountries'),
  ofPolicy(blockedCountries, 'blockedCountries'),
  ofPolicy(cooldown, 'cooldownMinutes'),
  ofPolicy(activeHours, 'activeHours'),
  {
    rule: intentMissing,
    fields: ['onMissingIntent', 'requireIntent'],
    names: ['onMissingIntent'],
    asks: 'intent',
    applies: ({ requireIntent, onMissingIntent }) => requireIntent && onMissingIntent !== 'flag',
  },
  {
    rule: intentMismatch,
    fields: ['onIntentMismatch', 'requireIntent', 'intentTolerancePercent'],
    names: ['onIntentMismatch'],
    asks: 'intent',
    applies: ({ onIntentMismatch }) => onIntentMismatch !== 'flag',
  },
  {
    rule: newMerchant,
    fields: ['newMerchant', 'onMissingIntent'],
    names: ['newMerchant'],
    asks: 'intent',
    applies: ({ newMerchant: asked, onMissingIntent }) => asked === 'approve' && onMissingIntent !== 'flag',
    memories: [boughtAt],
  },
  { rule: subscription, fields: [], names: ['subscription'], asks: 'intent' },
  {
    rule: duplicate,
    fields: ['duplicateWindowMinutes', 'intentTolerancePercent'],
    names: ['duplicateWindowMinutes'],
    asks: 'intent',
    applies: ({ duplicateWindowMinutes }) => duplicateWindowMinutes !== undefined,
    memories: [recentPurchases],
  },
  withoutPolicy(credentials, 'credentials'),
  ofPolicy(requiredCvv, 'requireCvv'),
  withoutPolicy(credentialsLocked, 'credentials'),
] as const satisfies readonly LadderRule[]

/** Every rule, in the order in which reasons are reported (contract, section 6). */
export const ladder: readonly LadderRule[] = rows

/** The facts about earlier purchases that rules ask. */
export const memories: readonly AnyMemory[] = [...new Set(ladder.flatMap(({ memories: asked = [] }) => asked))]

/** The names of the memories. Each has a reader in the store, without which it does not compile. */
export type MemoryName = Extract<(typeof rows)[number], { readonly memories: unknown }>['memories'][number]['name']

/** The functions of the rules that can find anything under an effective policy. Each decision loops over them. */
export function rulesUnder(compiled: CompiledPolicy): readonly Rule[] {
  const known = applying.get(compiled)
  if (known !== undefined) return known
  const rules = ladder.flatMap(({ rule, applies }) => (applies?.(compiled.policy) === false ? [] : [rule]))
  applying.set(compiled, rules)
  return rules
}

/** Compiled policies never change in place. */
const applying = new WeakMap<CompiledPolicy, readonly Rule[]>()
