import { type IntentOutcome, type Subject, periodTakenBy } from '../entities.ts'

/** Whether the intent or the subscription that a purchase matches was approved by a person. */
export function isApprovedMatch({ intents, card }: Pick<Subject, 'intents' | 'card'>, intent: IntentOutcome): boolean {
  const period = periodTakenBy(intent)
  if (card?.subscriptions?.some(({ id, isApproved }) => id === period?.subscriptionId && isApproved)) return true
  return intent.kind === 'matched' && intents.find(({ id }) => id === intent.intentId)?.isApproved === true
}
