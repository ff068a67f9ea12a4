import type { IntentMatchResult } from '../../contract/resources/intents.ts'
import { isNewPurchaseRequest, type IntentOutcome, type PendingIntent, type SpendRequest } from '../entities.ts'
import { intentColumns } from './intent-columns.ts'
import { intentsAtMerchant } from './intended-merchant.ts'
import { intentToleranceCents, type IntentTolerancePolicy } from './intent-ceiling.ts'

interface Candidate {
  readonly intent: PendingIntent
  readonly isAtMerchant: boolean
  /** The cents between the intent's expected amount and the requested amount. Infinity: the intent expects no amount. */
  readonly difference: number
}

/**
 * Finds what a purchase does to the pending intents of its card (contract, section 9): the best full match, otherwise the best candidate as
 * a mismatch, otherwise `missing` if the policy requires an intent. Card checks leave intents alone, and so do increments, which are bound
 * by the intent that their transaction matched. `closed`: the ids of intents that no purchase can match now.
 *
 * It is a loop that makes nothing for most intents, because a card has up to a thousand and every decision of the card goes through them.
 */
export function matchIntent(
  intents: readonly PendingIntent[],
  policy: IntentTolerancePolicy & { readonly requireIntent: boolean },
  request: SpendRequest,
  closed: ReadonlySet<string> = NONE,
): IntentOutcome {
  const { boundBy, now } = request
  if (boundBy !== undefined) return { kind: boundBy.total > boundBy.ceiling ? 'exceeded' : 'kept', ...boundBy }
  if (!isNewPurchaseRequest(request)) return { kind: 'none' }
  const named = intentsAtMerchant(intents, request)
  const columns = intentColumns(intents)
  const { expiresAt, namesMerchant } = columns
  let closest: Candidate | undefined
  let match: Candidate | undefined
  for (let at = 0; at < intents.length; at += 1) {
    if (now >= (expiresAt[at] ?? 0)) continue
    const difference = Math.abs(request.amount - (columns.expectedAmount[at] ?? 0))
    const mayBeAtMerchant = namesMerchant[at] === false || named.size > 0
    // Most of a thousand intents are passed over here: they name another merchant, and are not closer to the purchase than the closest one
    // so far.
    if (!mayBeAtMerchant && isBehind({ difference, createdAt: columns.createdAt[at] ?? 0 }, closest)) continue
    const intent = intents[at] as PendingIntent
    if (closed.has(intent.id)) continue
    const isAtMerchant = namesMerchant[at] === false || named.has(intent)
    if (isCloser(intent, { isAtMerchant, difference }, closest)) closest = { intent, isAtMerchant, difference }
    if (!isAtMerchant || !isNearer(intent, difference, match)) continue
    if (isFullMatch(compare(intent, policy, { request, isAtMerchant }))) match = { intent, isAtMerchant, difference }
  }
  const best = match ?? closest
  if (best === undefined) return { kind: policy.requireIntent ? 'missing' : 'none' }
  const result = compare(best.intent, policy, { request, isAtMerchant: best.isAtMerchant })
  return { kind: match === undefined ? 'mismatched' : 'matched', intentId: best.intent.id, result }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Whether an intent expects this purchase, whatever its MCC: a caller that asks before the checkout may not know the
 * MCC.
 */
export function intentExpectsPurchase(
  intent: PendingIntent,
  policy: IntentTolerancePolicy,
  request: SpendRequest,
): boolean {
  const isAtMerchant = intent.expectedMerchant === undefined || intentsAtMerchant([intent], request).has(intent)
  const { amountMatch, currencyMatch } = compare(intent, policy, { request, isAtMerchant })
  return amountMatch && isAtMerchant && currencyMatch
}

/** Compares a purchase with an intent. Fields that the intent does not set are not compared. */
function compare(
  intent: PendingIntent,
  policy: IntentTolerancePolicy,
  { request, isAtMerchant }: { request: SpendRequest; isAtMerchant: boolean },
): IntentMatchResult {
  const { amount, currency, merchant } = request
  const { expectedAmount, expectedCurrency, expectedMccs, ceiling = amount } = intent
  return {
    amountMatch:
      expectedAmount === undefined ||
      (amount <= ceiling && differenceOf(intent, request) <= intentToleranceCents(intent, expectedAmount, policy)),
    merchantMatch: isAtMerchant,
    mccMatch: expectedMccs === undefined || expectedMccs.some((mcc) => mcc === merchant.mcc),
    currencyMatch: expectedCurrency === undefined || expectedCurrency.toUpperCase() === currency,
    actualAmount: amount,
    actualMerchant: merchant.name ?? null,
  }
}

const isFullMatch = ({ amountMatch, merchantMatch, mccMatch, currencyMatch }: IntentMatchResult): boolean =>
  amountMatch && merchantMatch && mccMatch && currencyMatch

const differenceOf = ({ expectedAmount }: PendingIntent, { amount }: SpendRequest): number =>
  expectedAmount === undefined ? Number.POSITIVE_INFINITY : Math.abs(amount - expectedAmount)

/**
 * Whether an intent is closer to the purchase than the closest one so far: by the merchant, then by the difference of the amount, then by
 * age.
 */
const isCloser = (
  intent: PendingIntent,
  { isAtMerchant, difference }: Omit<Candidate, 'intent'>,
  closest: Candidate | undefined,
): boolean =>
  closest === undefined || isAtMerchant === closest.isAtMerchant ? isNearer(intent, difference, closest) : isAtMerchant

/** Whether an intent of another merchant is surely not closer to the purchase than the closest one so far. */
const isBehind = (
  { difference, createdAt }: { difference: number; createdAt: number },
  closest: Candidate | undefined,
): boolean =>
  closest !== undefined &&
  (closest.isAtMerchant ||
    difference > closest.difference ||
    (difference === closest.difference && createdAt > closest.intent.createdAt))

/** Whether an intent is closer to the purchase than another one: by the difference of the amount, then by age. */
const isNearer = (intent: PendingIntent, difference: number, other: Candidate | undefined): boolean =>
  other === undefined ||
  difference < other.difference ||
  (difference === other.difference && isOlder(intent, other.intent))

const isOlder = (intent: PendingIntent, other: PendingIntent): boolean =>
  intent.createdAt < other.createdAt || (intent.createdAt === other.createdAt && intent.id < other.id)
