import type { EventData, EventType } from '../contract/events.ts'
import { timestamp } from '../lib/clock.ts'
import type { CardState } from './entities.ts'
import type { TransactionState } from './transaction.ts'
import type { DeclaredIntent, IntentState } from './intent.ts'

/** Something to tell the account's webhooks, stored with the change. `at`: Unix milliseconds. */
export type DomainEvent = {
  [T in EventType]: {
    readonly accountId: string
    readonly customerId: string
    readonly type: T
    readonly data: EventData<T>
    readonly at: number
    /** Of the decision or step that it tells of, if it tells of one. */
    readonly sequence?: number
  }
}[EventType]

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

type IntentEventType = Extract<DomainEvent['type'], `intent.${string}`>

/** What webhooks are told of an intent (contract, section 12). */
export function intentEvent(type: IntentEventType, intent: IntentTold, at: number): DomainEvent {
  const { expectedAmount, expectedMerchant } = intent.declared
  const data = {
    intentId: intent.id,
    cardId: intent.cardId,
    customerId: intent.customerId,
    agentId: intent.agentId,
    status: intent.status,
    purpose: intent.declared.purpose,
    ...(expectedAmount === undefined ? {} : { expectedAmount }),
    ...(expectedMerchant === undefined ? {} : { expectedMerchant }),
    expiresAt: timestamp(intent.expiresAt),
    ...(intent.transactionId === null ? {} : { transactionId: intent.transactionId }),
    ...(intent.matchResult === null ? {} : { matchResult: intent.matchResult }),
  }
  return { type, data, accountId: intent.accountId, customerId: intent.customerId, at }
}

/** As much of an intent as is told. */
type IntentTold = Pick<
  IntentState,
  'id' | 'accountId' | 'customerId' | 'agentId' | 'cardId' | 'status' | 'expiresAt' | 'transactionId' | 'matchResult'
> & { readonly declared: Pick<DeclaredIntent, 'purpose' | 'expectedAmount' | 'expectedMerchant'> }
