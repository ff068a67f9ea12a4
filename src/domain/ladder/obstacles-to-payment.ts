import type { NotPayableReason } from '../../contract/resources/intents/payable.ts'
import { loadedIntentOf } from '../intents/loaded-intent.ts'
import { compilePolicy } from '../decision/compiled-policy.ts'
import { CHECKOUT_CREDENTIALS } from '../credentials.ts'
import type { IntentOutcome, Merchant, SpendingSubject, SpendRequest } from '../entities.ts'
import { freeSubscriptionPeriod } from '../subscriptions/first-charge.ts'
import { addIntentKeepingNameIndex } from '../intents/intended-merchant.ts'
import { type DeclinedChargeTry, intentChargeTriesSince } from '../intents/declined-charge-try.ts'
import type { IntentState } from '../intents/intent.ts'
import { originObstacle } from '../intents/origin-obstacle.ts'
import type { Reason } from '../../contract/decisions.ts'
import { decidePurchase, matchPurchaseToIntents } from './decide.ts'

interface Judging {
  /** The levels of the intent's card now. */
  readonly subject: SpendingSubject
  /** The moment for which the obstacles to the payment are found, in Unix milliseconds. */
  readonly now: number
  /**
   * The card's declined charges, the newest first. A charge from before the intent's declaration, its last correction or its approval is no
   * try of the intent.
   */
  readonly tries: readonly DeclinedChargeTry[]
}

/**
 * Lists everything that stands in the way of paying an open intent now (contract, section 9). Empty: it may be paid. Every answer that says
 * whether an intent is payable uses this function. It decides the declared purchase as the network API would, and decides the last declined
 * try of the intent again, because the shop may charge something else than was declared.
 */
export function obstaclesToPayment(intent: IntentState, { subject, now, tries }: Judging): NotPayableReason[] {
  const payer = asApproved(subject, intent)
  const { policy } = compilePolicy(payer)
  const { expectedOrigin, expectedAmount: amount = 1, expectedCurrency } = intent.declared
  const currency = expectedCurrency ?? subject.customer.currency
  const declared = {
    amount,
    currency,
    merchant: expectedMerchantOfIntent(intent),
    now,
    credentials: CHECKOUT_CREDENTIALS,
  }
  const atOrigin = originObstacle(policy, {
    origin: expectedOrigin,
    isApproved: intent.decidedBy !== null,
    exception: intent.declared.exception,
  })
  return [
    ...foreseenReasons(payer, declared),
    ...(intent.status === 'pending_approval' ? [NEEDS_A_PERSON] : []),
    ...(isPeriodTaken(intent, subject, now) ? [NO_PERIOD] : []),
    ...(atOrigin === null ? [] : [atOrigin]),
    ...declinedBefore(payer, intent, { now, tries }),
  ]
}

const NEEDS_A_PERSON: NotPayableReason = {
  code: 'approval_required',
  message: 'A person has to approve it first.',
  fixedBy: 'owner',
}

const NO_PERIOD: NotPayableReason = {
  code: 'subscription_not_open',
  message: 'Its subscription is not active now, or has had its charge of this period.',
  fixedBy: 'you',
}

/** Whether an intent declares the first charge of a subscription that can take no charge now. */
const isPeriodTaken = (
  { declared: { subscriptionId } }: IntentState,
  { card }: SpendingSubject,
  now: number,
): boolean =>
  subscriptionId !== undefined &&
  !card?.subscriptions?.some((each) => each.id === subscriptionId && freeSubscriptionPeriod(each, now) !== null)

/**
 * The subject of the decision with the intent among the card's pending ones, as it will be once a person has approved it. A pending intent
 * is among them already.
 */
function asApproved(subject: SpendingSubject, intent: IntentState): SpendingSubject {
  if (subject.intents.some(({ id }) => id === intent.id)) return subject
  const { exception } = intent.declared
  const approved = {
    ...loadedIntentOf(intent),
    ...(exception === undefined ? {} : { exception }),
    expiresAt: Number.POSITIVE_INFINITY,
    isApproved: true,
  } as const
  return { ...subject, intents: addIntentKeepingNameIndex(subject.intents, approved) }
}

export const expectedMerchantOfIntent = ({ declared: { expectedMerchant, expectedMccs } }: IntentState): Merchant => ({
  ...(expectedMerchant === undefined ? {} : { name: expectedMerchant }),
  ...(expectedMccs?.[0] === undefined ? {} : { mcc: expectedMccs[0] }),
})

/**
 * Whether a charge was a try of an intent: it would match the intent, or it comes closest to it and has its shop or its amount. A charge of
 * another shop and another amount has nothing to do with it.
 */
const isTryOf = (id: string, outcome: IntentOutcome): boolean =>
  (outcome.kind === 'matched' || outcome.kind === 'mismatched') &&
  outcome.intentId === id &&
  (outcome.result.merchantMatch || outcome.result.amountMatch)

/** The last declined try of the intent, if it would be declined again. A try of another intent of the card says nothing about this one. */
function declinedBefore(
  subject: SpendingSubject,
  intent: IntentState,
  { now, tries }: Pick<Judging, 'now' | 'tries'>,
): NotPayableReason[] {
  const { policy } = compilePolicy(subject)
  const since = intentChargeTriesSince(intent)
  const requests = tries
    .filter(({ at }) => at >= since)
    .map(({ transactionId, amount, currency, merchant }) => ({
      transactionId,
      request: { amount, currency, merchant, now },
    }))
  const last = requests.find(({ request }) =>
    isTryOf(intent.id, matchPurchaseToIntents(subject, policy, request).intent),
  )
  const [reason] = last === undefined ? [] : foreseenReasons(subject, last.request)
  if (last === undefined || reason === undefined) return []
  const { transactionId } = last
  return [
    {
      code: 'declined_before',
      message: `The last try was declined, and would be again (${reason.code}).`,
      fixedBy: reason.fixedBy,
      transactionId,
    },
  ]
}

/** Codes of reasons about data that a shop sends with its charge. A caller that asks before the charge may not know these data. */
const SENT_BY_SHOP: ReadonlySet<string> = new Set(['mcc_missing', 'country_missing', 'merchant_missing'])

/** The reasons for which a purchase would be declined now, as far as they can be known before its charge. */
export const foreseenReasons = (subject: SpendingSubject, request: SpendRequest): Reason[] =>
  (decidePurchase(subject, request).reasons as Reason[]).filter(({ code }) => !SENT_BY_SHOP.has(code))
