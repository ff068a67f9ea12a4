import type { TransactionState } from '../transaction.ts'
import type { Batch } from './batch.ts'
import { nextSequence } from './sequence.ts'
import { referenceKey, type LoadedCard } from './working-set.ts'

type Assigned =
  | 'id'
  | 'accountId'
  | 'customerId'
  | 'agentId'
  | 'cardId'
  | 'sequence'
  | 'createdAt'
  | 'updatedAt'
  | 'expiresAt'
  | 'refundedAmount'

/** Puts a new transaction into the working set, with the next sequence number of its customer. */
export function recordTransaction(
  batch: Batch,
  card: LoadedCard,
  described: Omit<TransactionState, Assigned>,
): TransactionState {
  const { set, changes, now } = batch
  const transaction: TransactionState = {
    ...described,
    id: batch.newTransactionId(),
    accountId: card.accountId,
    customerId: card.customerId,
    agentId: card.agentId,
    cardId: card.id,
    sequence: nextSequence(batch, card.customerId),
    refundedAmount: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + batch.holdMs,
  }
  set.transactions.set(transaction.id, transaction)
  changes.newTransactions.add(transaction.id)
  if (transaction.networkReference !== null) {
    set.references.set(referenceKey(card.id, transaction.networkReference), transaction.id)
  }
  return transaction
}
