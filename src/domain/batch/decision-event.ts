import type { TransactionState } from '../transactions/transaction.ts'
import { transactionAtAuthorization } from '../transactions/at-authorization.ts'
import { transactionEvent, transactionEventData } from '../events/transaction-event.ts'

/**
 * The id of the event of a decision: the id of its transaction, with another prefix. The event contains only what the transaction contains.
 * So the event is not stored, but made from the transaction as it was when it was decided, and a purchase writes much less.
 */
export const decisionEventId = (transactionId: string): string => transactionId.replace(/^txn_/, 'evt_')

/** The transaction id that belongs to an event id, if the event is that of a decision: the same id with the prefix `txn_`. */
export const transactionIdOfEvent = (eventId: string): string => eventId.replace(/^evt_/, 'txn_')

export const decisionEventType = ({ decision }: Pick<TransactionState, 'decision'>) =>
  decision === 'approve' ? ('transaction.created' as const) : ('transaction.declined' as const)

/** Makes the event of a decision, with its data as they are shown. */
export function transactionDecisionEvent(transaction: TransactionState) {
  const decided = transactionAtAuthorization(transaction)
  const event = transactionEvent(decisionEventType(transaction), decided)
  return { ...event, data: transactionEventData(event.data, decided, event.at), id: decisionEventId(transaction.id) }
}
