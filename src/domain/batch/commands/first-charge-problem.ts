import { compileMerchant, isSameMerchant, merchantWhereabouts } from '../../merchant-match/merchant-match.ts'
import type { DeclaredIntent } from '../../intents/intent.ts'
import { freeSubscriptionPeriod } from '../../subscriptions/first-charge.ts'
import { subscriptionPeriodAt } from '../../subscriptions/periods.ts'
import type { LoadedSubscription } from '../../subscription.ts'
import { isoTimestamp } from '../../../lib/clock.ts'
import type { EngineCommandRefusal } from '../outcome.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/**
 * The card's open subscription whose first charge an intent declares. Undefined: the declaration names no subscription, or none that is
 * open on the card.
 */
export const subscriptionOfFirstCharge = (
  { subscriptions = [] }: LoadedCard,
  { subscriptionId }: DeclaredIntent,
): LoadedSubscription | undefined =>
  subscriptionId === undefined ? undefined : subscriptions.find(({ id }) => id === subscriptionId)

/**
 * Why a declaration cannot be the first charge of the subscription that it names: the subscription is not active, has had its charge of the
 * period, or covers another purchase. Null: it can be the first charge, or names no subscription.
 */
export function firstChargeProblem(
  card: LoadedCard,
  declared: DeclaredIntent,
  now: number,
): EngineCommandRefusal | null {
  if (declared.subscriptionId === undefined) return null
  const subscription = subscriptionOfFirstCharge(card, declared)
  if (subscription?.status !== 'active')
    return conflict('The card has no active subscription with that `subscriptionId`.', {})
  const { merchant, maxAmount, activatedAt, interval } = subscription
  if (freeSubscriptionPeriod(subscription, now) === null) {
    const next = isoTimestamp(subscriptionPeriodAt(activatedAt, interval, now).endsAt)
    return conflict(`The subscription has had its charge of this period. The next one begins at ${next}.`, { next })
  }
  const { expectedAmount, expectedMerchant } = declared
  if (expectedAmount === undefined || expectedAmount > maxAmount) {
    const most = `at most its \`maxAmount\`, which is ${maxAmount}`
    return differs('expectedAmount', `A charge of the subscription is ${most}.`)
  }
  return expectedMerchant !== undefined &&
    isSameMerchant(compileMerchant(expectedMerchant), compileMerchant(merchant), merchantWhereabouts({}))
    ? null
    : differs('expectedMerchant', 'The subscription is at another merchant.')
}

const conflict = (message: string, details: Readonly<Record<string, unknown>>): EngineCommandRefusal => ({
  kind: 'refused',
  code: 'subscription_conflict',
  message,
  details,
})

const differs = (param: string, message: string): EngineCommandRefusal => ({
  kind: 'refused',
  code: 'invalid_request',
  param,
  message,
  hint: 'Declare it without `subscriptionId`, as a purchase of its own, or ask for another subscription.',
  details: { reason: 'parameter_invalid' },
})
