import { Windows, type Policy } from '../../contract/policy.ts'
import { activeHours } from './active-hours.ts'
import { cooldown } from './cooldown.ts'
import { requiredCvv } from './credentials.ts'
import { duplicate } from './duplicate.ts'
import { expiry } from './expiry.ts'
import { intentMismatch, intentMissing } from './intents.ts'
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
import { transactionCount } from './transaction-count.ts'

/** A rule that reads the policy. */
export interface FieldsOfRule {
  readonly rule: Rule
  /** What of the policy it reads. */
  readonly fields: readonly (keyof Policy)[]
  /** As it is called in reasons. */
  readonly names: readonly string[]
  /** What has to be found out before it is asked. */
  readonly asks?: 'caps' | 'intent'
}

const named = (rule: Rule, ...fields: (keyof Policy)[]): FieldsOfRule => ({ rule, fields, names: fields })

/** In the order of the ladder. All others read statuses, the card and the request alone. */
export const fieldsOfRules: readonly FieldsOfRule[] = [
  named(expiry, 'ttlMinutes', 'ttlDays'),
  {
    rule: limits,
    fields: ['limits', 'maxAmount'],
    names: ['maxAmount', ...Windows.map((window) => `limits.${window}`)],
    asks: 'caps',
  },
  named(transactionCount, 'maxTransactionsPerDay'),
  named(allowedMccs, 'allowedMccs'),
  named(blockedMccs, 'blockedMccs'),
  named(allowedMerchants, 'allowedMerchants', 'allowedMerchantIds'),
  named(blockedMerchants, 'blockedMerchants', 'blockedMerchantIds'),
  named(merchantLock, 'lockToFirstMerchant'),
  named(allowedCountries, 'allowedCountries'),
  named(blockedCountries, 'blockedCountries'),
  named(cooldown, 'cooldownMinutes'),
  named(activeHours, 'activeHours'),
  { rule: intentMissing, fields: ['onMissingIntent', 'requireIntent'], names: ['onMissingIntent'], asks: 'intent' },
  {
    rule: intentMismatch,
    fields: ['onIntentMismatch', 'requireIntent', 'intentTolerancePercent'],
    names: ['onIntentMismatch'],
    asks: 'intent',
  },
  {
    rule: duplicate,
    fields: ['duplicateWindowMinutes', 'intentTolerancePercent'],
    names: ['duplicateWindowMinutes'],
    asks: 'intent',
  },
  named(requiredCvv, 'requireCvv'),
]
