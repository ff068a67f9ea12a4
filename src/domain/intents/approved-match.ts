import { type IntentOutcome, type SpendingSubject, subscriptionPeriodTakenBy } from '../entities.ts'

/** Whether the intent or the subscription that a purchase matches was approved by a person. */
export function isIntentMatchApproved(
  { intents, card }: Pick<SpendingSubject, 'intents' | 'card'>,
  intent: IntentOutcome,
): boolean {
  const period = subscriptionPeriodTakenBy(intent)
  if (card?.subscriptions?.some(({ id, isApproved }) => id === period?.subscriptionId && isApproved)) return true
  return intent.kind === 'matched' && intents.find(({ id }) => id === intent.intentId)?.isApproved === true
}
