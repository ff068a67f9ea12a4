import type { SubscriptionEventData } from '../../contract/resources/subscriptions/subscriptions.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import type { CardState } from '../entities.ts'
import type { LoadedSubscription, SubscriptionState } from '../subscription.ts'
import type { DomainEvent } from './events.ts'

export type { DomainEvent }
export type SubscriptionEventType = Extract<DomainEvent['type'], `subscription.${string}`>

type OfPurchase = Pick<SubscriptionEventData, 'transactionId' | 'amount' | 'why' | 'decision'>

/** Makes an event of a subscription. `purchase`: the purchase that matched, or that the subscription did not cover. */
export function subscriptionEvent(
  type: SubscriptionEventType,
  subscription: EventSubscription,
  { at, purchase }: { readonly at: number; readonly purchase?: OfPurchase },
): DomainEvent {
  const { id: subscriptionId, accountId, customerId, agentId, cardId, status, declared, until } = subscription
  const { approvalReasons = [] } = subscription
  const { merchant, maxAmount, interval, purpose, expectedOrigin } = declared
  const decideBy = status === 'pending_approval' ? subscription.expiresAt : null
  const data: SubscriptionEventData = {
    subscriptionId,
    customerId,
    agentId,
    cardId,
    status,
    merchant,
    maxAmount,
    interval,
    purpose,
    ...(expectedOrigin === undefined ? {} : { expectedOrigin }),
    ...(until === null ? {} : { until: isoTimestamp(until) }),
    ...(decideBy === null ? {} : { expiresAt: isoTimestamp(decideBy) }),
    ...(decideBy === null || approvalReasons.length === 0 ? {} : { approvalReasons: [...approvalReasons] }),
    ...purchase,
  }
  return { type, data, accountId, customerId, at }
}

/** Makes the event of a purchase that an active subscription of a card has matched, or does not cover. */
export function subscriptionPurchaseEvent(
  type: 'subscription.matched' | 'subscription.exceeded',
  { card, subscription }: { readonly card: CardState; readonly subscription: LoadedSubscription },
  about: { readonly at: number; readonly purchase: OfPurchase },
): DomainEvent {
  const { accountId, customerId, agentId, id: cardId } = card
  const { id, status, until, ...declared } = subscription
  const known = { id, accountId, customerId, agentId, cardId, status, until, declared, expiresAt: null }
  return subscriptionEvent(type, known, about)
}

/** The fields of a subscription that its events show. */
type EventSubscription = Pick<
  SubscriptionState,
  'id' | 'accountId' | 'customerId' | 'agentId' | 'cardId' | 'status' | 'until' | 'expiresAt'
> &
  Partial<Pick<SubscriptionState, 'approvalReasons'>> & {
    readonly declared: Pick<
      SubscriptionState['declared'],
      'merchant' | 'maxAmount' | 'interval' | 'purpose' | 'expectedOrigin'
    >
  }
