import { policyRowOfField } from '../policy-rows.ts'
import type { RuleCheckTopic } from '../../../../src/contract/policy-sheet/row.ts'
import { limitWindowNames, limitWindowInWords } from './windows.ts'

type Named = readonly [topic: RuleCheckTopic, name: string]

/** The names of rules that are no fields of a policy. */
const others: Readonly<Record<string, Named>> = {
  stop: ['Status', 'Spending is not stopped'],
  status: ['Status', 'Active'],
  usage: ['Status', 'Single use'],
  currency: ['Money', 'Currency'],
  ledger: ['Money', 'Total that can be counted'],
  subscription: ['Purpose', 'Covered by a subscription'],
  credentials: ['Card data', 'Expiry and CVV'],
}

function named(rule: string): Named | undefined {
  const check = policyRowOfField(rule)?.check
  if (!check) return others[rule]
  const [topic, name] = check
  const window = limitWindowNames.find((one) => rule === `limits.${one}`)
  return [topic, window === undefined ? name : `${name} ${limitWindowInWords(window)}`]
}

export const ruleCheckTopic = (rule: string): RuleCheckTopic => named(rule)?.[0] ?? 'Status'

/** A rule's name for people: `Limit in 24 hours`. */
export const ruleName = (rule: string): string => named(rule)?.[1] ?? rule
