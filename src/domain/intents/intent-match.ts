import type { MatchResult } from '../../contract/resources/intents.ts'
import { isPurchase, type IntentOutcome, type PendingIntent, type SpendRequest } from '../entities.ts'
import { type IntendedMerchant, intendedMerchant } from './intended-merchant.ts'
import { allowance, type Tolerating } from './intent-ceiling.ts'

interface Candidate {
  readonly intent: PendingIntent
  readonly result: MatchResult
  /** The cents between the expected and the requested amount. Infinity: the intent expects no amount. */
  readonly difference: number
}

/**
 * Finds what a purchase does to the pending intents of its card (contract, section 9): the best full match, otherwise the best candidate as
 * a mismatch, otherwise `missing` if the policy requires an intent. Card checks leave intents alone, and so do increments, which are bound
 * by the intent that their transaction matched.
 */
export function matchIntent(
  intents: readonly PendingIntent[],
  policy: Tolerating & { readonly requireIntent: boolean },
  request: SpendRequest,
): IntentOutcome {
  const { boundBy } = request
  if (boundBy !== undefined) return { kind: boundBy.total > boundBy.ceiling ? 'exceeded' : 'kept', ...boundBy }
  if (!isPurchase(request)) return { kind: 'none' }
  const matches = intendedMerchant(request)
  const candidates = intents
    .filter((intent) => request.now < intent.expiresAt)
    .map((intent) => compare(intent, policy, { request, matches }))
  const [closest] = candidates.toSorted(byMerchantThenAmountThenAge)
  if (closest === undefined) return { kind: policy.requireIntent ? 'missing' : 'none' }
  const [match] = candidates.filter(isFullMatch).toSorted(byAmountThenAge)
  if (match !== undefined) return { kind: 'matched', intentId: match.intent.id, result: match.result }
  return { kind: 'mismatched', intentId: closest.intent.id, result: closest.result }
}

/**
 * Whether an intent expects this purchase, whatever its MCC: a caller that asks before the checkout may not know the
 * MCC.
 */
export function expectsPurchase(intent: PendingIntent, policy: Tolerating, request: SpendRequest): boolean {
  const { amountMatch, merchantMatch, currencyMatch } = compare(intent, policy, {
    request,
    matches: intendedMerchant(request),
  }).result
  return amountMatch && merchantMatch && currencyMatch
}

/** Compares a purchase with an intent. Fields that the intent does not set are not compared. */
function compare(
  intent: PendingIntent,
  policy: Tolerating,
  { request, matches }: { request: SpendRequest; matches: IntendedMerchant },
): Candidate {
  const { amount, currency, merchant } = request
  const { expectedAmount, expectedCurrency, expectedMerchant, expectedMccs, ceiling = amount } = intent
  const difference = expectedAmount === undefined ? Number.POSITIVE_INFINITY : Math.abs(amount - expectedAmount)
  const result = {
    amountMatch:
      expectedAmount === undefined || (amount <= ceiling && difference <= allowance(intent, expectedAmount, policy)),
    merchantMatch: expectedMerchant === undefined || matches(intent, expectedMerchant),
    mccMatch: expectedMccs === undefined || expectedMccs.some((mcc) => mcc === merchant.mcc),
    currencyMatch: expectedCurrency === undefined || expectedCurrency.toUpperCase() === currency,
    actualAmount: amount,
    actualMerchant: merchant.name ?? null,
  }
  return { intent, result, difference }
}

const isFullMatch = ({ result }: Candidate) =>
  result.amountMatch && result.merchantMatch && result.mccMatch && result.currencyMatch

/**
 * Orders candidates by the difference of the amount, then by age. The difference of two infinities is NaN, which is falsy, so such
 * candidates are ordered by age.
 */
const byAmountThenAge = (a: Candidate, b: Candidate) => a.difference - b.difference || byAge(a, b)

const byMerchantThenAmountThenAge = (a: Candidate, b: Candidate) =>
  Number(b.result.merchantMatch) - Number(a.result.merchantMatch) || byAmountThenAge(a, b)

const byAge = (a: Candidate, b: Candidate) =>
  a.intent.createdAt - b.intent.createdAt || (a.intent.id < b.intent.id ? -1 : 1)
