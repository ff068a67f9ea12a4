import type { EventData } from '../../contract/events.ts'
import { timestamp } from '../../lib/clock.ts'
import type { CardState } from '../entities.ts'
import type { TransactionState } from '../transaction.ts'
import type { ClosedIntent, DomainEvent } from './changes.ts'
import type { LoadedIntent } from './working-set.ts'

type TransactionEventType = Extract<DomainEvent['type'], `transaction.${string}`>

/** `amount`: what the event is about, cents; the transaction's own amount unless said otherwise. */
export function transactionEvent(
  type: TransactionEventType,
  transaction: TransactionState,
  about: { amount?: number; reasons?: TransactionState['reasons']; flags?: TransactionState['flags'] } = {},
): DomainEvent {
  const { merchant, intentId } = transaction
  const reasons = about.reasons ?? transaction.reasons
  const data: EventData<TransactionEventType> = {
    transactionId: transaction.id,
    cardId: transaction.cardId,
    amount: about.amount ?? transaction.amount,
    merchant: merchant.name ?? '',
    customerId: transaction.customerId,
    agentId: transaction.agentId,
    currency: transaction.currency,
    status: transaction.status,
    ...(merchant.mcc === undefined ? {} : { mcc: merchant.mcc }),
    ...(intentId === null ? {} : { intentId }),
    flags: about.flags ?? transaction.flags,
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
  }
  return { type, data, accountId: transaction.accountId, customerId: transaction.customerId, at: transaction.updatedAt }
}

type CardEventType = Extract<DomainEvent['type'], `card.${string}`>
type CardReason = NonNullable<EventData<CardEventType>['reason']>

export function cardEvent(type: CardEventType, card: CardState, reason: CardReason, at: number): DomainEvent {
  const data = {
    cardId: card.id,
    customerId: card.customerId,
    agentId: card.agentId,
    status: card.status,
    last4: card.last4,
    reason,
  }
  return { type, data, accountId: card.accountId, customerId: card.customerId, at }
}

/** `intent.matched` or `intent.mismatched`. */
export function intentEvent(closed: ClosedIntent, intent: LoadedIntent, card: CardState): DomainEvent {
  const data = {
    intentId: intent.id,
    cardId: card.id,
    customerId: card.customerId,
    agentId: card.agentId,
    status: closed.status,
    purpose: intent.purpose,
    ...(intent.expectedAmount === undefined ? {} : { expectedAmount: intent.expectedAmount }),
    ...(intent.expectedMerchant === undefined ? {} : { expectedMerchant: intent.expectedMerchant }),
    expiresAt: timestamp(intent.expiresAt),
    transactionId: closed.transactionId,
    matchResult: closed.matchResult,
  }
  return {
    type: `intent.${closed.status}`,
    data,
    accountId: card.accountId,
    customerId: card.customerId,
    at: closed.at,
  }
}
