import type { TransactionState } from '../transactions/transaction.ts'
import { atAuthorization } from './at-authorization.ts'
import type { DomainEvent } from '../events/events.ts'
import { transactionEvent } from '../events/events.ts'

/**
 * The event of a decision says what its transaction says, so it is not stored beside it: most of what a purchase would
 * otherwise write. It has the transaction's own id, with another prefix, and is told from the transaction as it was decided.
 */
export const decisionEventId = (transactionId: string): string => transactionId.replace(/^txn_/, 'evt_')

/** The transaction that an event would be the decision of. */
export const decisionOf = (eventId: string): string => eventId.replace(/^evt_/, 'txn_')

export const decisionEventType = ({ decision }: Pick<TransactionState, 'decision'>) =>
  decision === 'approve' ? ('transaction.created' as const) : ('transaction.declined' as const)

export const decisionEvent = (transaction: TransactionState): DomainEvent & { id: string } => ({
  ...transactionEvent(decisionEventType(transaction), atAuthorization(transaction)),
  id: decisionEventId(transaction.id),
})
