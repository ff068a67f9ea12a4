import type { EventData, EventType } from '../../contract/events.ts'
import type { StoredTransactionData } from './transaction-event.ts'

/**
 * The data of an event as the domain makes them. The record of the transaction, of the intent or of the card that the event is about is
 * added later: that of a transaction or an intent when somebody reads the event, that of a card when the event is stored.
 */
export type StoredEventData<T extends EventType> = T extends 'transaction.documented'
  ? StoredTransactionData & Pick<EventData<T>, 'document'>
  : T extends `transaction.${string}`
    ? StoredTransactionData
    : T extends `intent.${string}`
      ? Omit<EventData<T>, 'intent'>
      : T extends `card.${string}`
        ? Omit<EventData<T>, 'card'>
        : EventData<T>
