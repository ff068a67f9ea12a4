import type { CheckedTraceEntry } from '../decision/trace.ts'
import type { IntentMatchResult } from '../../contract/resources/intents.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { ExceededSubscription } from '../intents/subscription-match.ts'
import { formatMoney } from '../money.ts'
import { levelOfPolicyField } from '../decision/compiled-policy.ts'
import { isNewPurchaseRequest, type MatchedIntentSpendBound } from '../entities.ts'
import { failedRuleCheck, type PurchaseRule } from './rule.ts'

/**
 * Declines a purchase without an intent if `onMissingIntent` is `decline` or `freeze`. With `flag` the purchase is approved (contract,
 * section 5).
 */
export const missingIntentRule: PurchaseRule = ({ request, subject, policy, compiled, intent, exceeded }) => {
  const { onMissingIntent: limit, requireIntent } = policy
  if (!requireIntent || limit === 'flag' || !isNewPurchaseRequest(request) || subject.card === null) return undefined
  const level = levelOfPolicyField(compiled, 'onMissingIntent')
  const entry: CheckedTraceEntry = {
    rule: 'onMissingIntent',
    code: 'intent_missing',
    passed: intent.kind !== 'missing',
    level,
    limit,
  }
  if (entry.passed) return entry
  return failedRuleCheck(entry, {
    message: `The policy requires a declared intent, and the card has none that is pending.${notCovered(exceeded, subject.customer.currency)}`,
    remedy: `Declare an intent for this purchase, or set \`onMissingIntent\` of the ${level}'s policy to \`flag\`.`,
    retryable: true,
  })
}

/** The sentence about the subscription at the purchase's merchant that does not cover the purchase. */
function notCovered(exceeded: ExceededSubscription | undefined, currency: string): string {
  if (exceeded === undefined) return ''
  const { subscription, why, period } = exceeded
  const { id, maxAmount } = subscription
  return why === 'amount'
    ? ` The subscription ${id} covers at most ${formatMoney(maxAmount, currency)}.`
    : ` The subscription ${id} has had its purchase of this period, which ends at ${isoTimestamp(period.endsAt)}.`
}

/**
 * Declines a purchase that differs from its intent, if `onIntentMismatch` is `decline` or `freeze`. A purchase is compared with a pending
 * intent, and an increment with the intent that its transaction matched. Without such an intent the rule does not apply.
 */
export const intentMismatchRule: PurchaseRule = ({ subject, policy, compiled, intent }) => {
  const { onIntentMismatch: limit } = policy
  if (limit === 'flag' || !('intentId' in intent)) return undefined
  const level = levelOfPolicyField(compiled, 'onIntentMismatch')
  const entry: CheckedTraceEntry = {
    rule: 'onIntentMismatch',
    code: 'intent_mismatch',
    passed: intent.kind === 'matched' || intent.kind === 'kept',
    level,
    limit,
    observed: intent.intentId,
  }
  if (entry.passed) return entry
  const isIncrement = !('result' in intent)
  const wayOut = isIncrement ? 'Ask for no more than is left of it' : 'Declare an intent for this purchase'
  return failedRuleCheck(entry, {
    message: isIncrement ? excess(intent, subject.customer.currency) : mismatch(intent),
    remedy: `${wayOut}, or set \`onIntentMismatch\` of the ${level}'s policy to \`flag\`.`,
    retryable: true,
  })
}

const mismatch = ({ intentId, result }: { intentId: string; result: IntentMatchResult }): string =>
  `The purchase differs from the intent ${intentId} in ${differences(result).join(' and ')}.`

const excess = ({ intentId, total, ceiling }: MatchedIntentSpendBound, currency: string): string =>
  `The purchase would come to ${formatMoney(total, currency)}, more than the ${formatMoney(ceiling, currency)} that its ${intentId.startsWith('sub_') ? 'subscription' : 'intent'} ${intentId} allows.`

const differences = (result: IntentMatchResult): string[] => [
  ...(result.amountMatch ? [] : ['amount']),
  ...(result.merchantMatch ? [] : ['merchant']),
  ...(result.mccMatch ? [] : ['merchant category']),
  ...(result.currencyMatch ? [] : ['currency']),
]
