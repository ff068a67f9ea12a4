import type { TraceEntry } from '../../contract/decisions.ts'
import type { MatchResult } from '../../contract/intents.ts'
import { levelOf } from '../compiled-policy.ts'
import { isPurchase } from '../entities.ts'
import { failed, type Rule } from './rule.ts'

/** Only where the policy says `decline` or `freeze`; else a missing intent is a flag (contract, section 5). */
export const intentMissing: Rule = ({ request, subject, policy, compiled, intent }) => {
  const { onMissingIntent: limit, requireIntent } = policy
  if (!requireIntent || limit === 'flag' || !isPurchase(request) || subject.card === null) return undefined
  const level = levelOf(compiled, 'onMissingIntent')
  const entry: TraceEntry = {
    rule: 'onMissingIntent',
    code: 'intent_missing',
    passed: intent.kind !== 'missing',
    level,
    limit,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: 'The policy requires a declared intent, and the card has none that is pending.',
    remedy: `Declare an intent for this purchase, or set \`onMissingIntent\` of the ${level}'s policy to \`flag\`.`,
    retryable: true,
  })
}

/** Only where the policy says `decline` or `freeze`, and only where the card has a pending intent to compare with. */
export const intentMismatch: Rule = ({ policy, compiled, intent }) => {
  const { onIntentMismatch: limit } = policy
  if (limit === 'flag' || (intent.kind !== 'matched' && intent.kind !== 'mismatched')) return undefined
  const level = levelOf(compiled, 'onIntentMismatch')
  const entry: TraceEntry = {
    rule: 'onIntentMismatch',
    code: 'intent_mismatch',
    passed: intent.kind === 'matched',
    level,
    limit,
    observed: intent.intentId,
  }
  if (entry.passed) return entry
  return failed(entry, {
    message: `The purchase differs from the intent ${intent.intentId} in ${differences(intent.result).join(' and ')}.`,
    remedy: `Declare an intent for this purchase, or set \`onIntentMismatch\` of the ${level}'s policy to \`flag\`.`,
    retryable: true,
  })
}

const differences = (result: MatchResult): string[] => [
  ...(result.amountMatch ? [] : ['amount']),
  ...(result.merchantMatch ? [] : ['merchant']),
  ...(result.mccMatch ? [] : ['merchant category']),
  ...(result.currencyMatch ? [] : ['currency']),
]
