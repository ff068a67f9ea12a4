import { assertPresent } from '../../../lib/assert.ts'
import type { Decision } from '../../ladder/decision.ts'
import { subscriptionPurchaseEvent } from '../../events/subscription-events.ts'
import { subscriptionPeriodTakenBy } from '../../entities.ts'
import type { ExceededSubscription } from '../../intents/subscription-match.ts'
import type { TakenSubscriptionPeriod } from '../../subscription.ts'
import type { TransactionState } from '../../transactions/transaction.ts'
import { isoTimestamp } from '../../../lib/clock.ts'
import type { EngineBatch } from '../batch.ts'
import { addEvents } from '../append-entry.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

interface NewDecision {
  readonly transaction: TransactionState
  readonly decision: Decision
}

/**
 * Takes the period of the subscription that an approved purchase has matched, so that no later purchase of the period can match it. Returns
 * the card with the changed subscription.
 */
export function takeSubscriptionPeriod(
  batch: EngineBatch,
  card: LoadedCard,
  { transaction, decision }: NewDecision,
): LoadedCard {
  const period = subscriptionPeriodTakenBy(decision.intent)
  if (period === undefined) return card
  const subscription = assertPresent(
    card.subscriptions?.find(({ id }) => id === period.subscriptionId),
    'a matched subscription was loaded',
  )
  const { id: transactionId, amount, sequence } = transaction
  const about = { at: batch.now, purchase: { transactionId, amount } }
  addEvents(batch, sequence, [subscriptionPurchaseEvent('subscription.matched', { card, subscription }, about)])
  return keepTaken(batch, card, { id: subscription.id, taken: { startsAt: period.periodStartsAt, transactionId } })
}

/** Records and reports a purchase at the merchant of a subscription that the subscription does not cover. */
export function reportExceededSubscription(
  batch: EngineBatch,
  card: LoadedCard,
  { transaction, exceeded }: { readonly transaction: TransactionState; readonly exceeded: ExceededSubscription },
): void {
  const { subscription, why } = exceeded
  const { id: transactionId, amount, sequence, decision } = transaction
  const purchase = { transactionId, amount, why, decision }
  batch.changes.exceeded.set(subscription.id, { ...purchase, at: isoTimestamp(batch.now) })
  addEvents(batch, sequence, [
    subscriptionPurchaseEvent('subscription.exceeded', { card, subscription }, { at: batch.now, purchase }),
  ])
}

/**
 * Gives a subscription its period back after the purchase that took it was reversed completely. An expired hold gives nothing back, because
 * a shop may still capture it.
 */
export function giveBackSubscriptionPeriod(
  batch: EngineBatch,
  card: LoadedCard,
  { id, status, subscriptionId }: TransactionState,
): void {
  if (subscriptionId === undefined || status !== 'reversed') return
  const subscription = card.subscriptions?.find((each) => each.id === subscriptionId)
  if (subscription?.taken?.transactionId === id) keepTaken(batch, card, { id: subscriptionId, taken: null })
}

function keepTaken(
  { set, changes }: EngineBatch,
  card: LoadedCard,
  { id, taken }: { readonly id: string; readonly taken: TakenSubscriptionPeriod | null },
): LoadedCard {
  const subscriptions = card.subscriptions?.map((each) => (each.id === id ? { ...each, taken } : each)) ?? []
  const changed = { ...card, subscriptions }
  set.cards.set(card.id, changed)
  changes.takenPeriods.set(id, taken)
  changes.intentCards.add(card.id)
  return changed
}
