import type { MerchantMoney } from '../entities.ts'
import type { TransactionState } from '../transactions/transaction.ts'
import type { EngineBatch } from './batch.ts'
import { appendJournalEntry } from './append-entry.ts'
import { indexNetworkReference } from './references.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import { costCenterOf, recordedCard, recordedCardId } from './working-set.ts'

type Assigned =
  | 'id'
  | 'accountId'
  | 'customerId'
  | 'agentId'
  | 'cardId'
  | 'oneTimeCardId'
  | 'costCenter'
  | 'sequence'
  | 'createdAt'
  | 'updatedAt'
  | 'expiresAt'
  | 'refundedAmount'

/** The fields of a new transaction that its command decides. `merchantMoney`: undefined means that the network did not say. */
type Described = Omit<TransactionState, Assigned | 'merchantMoney'> & {
  readonly merchantMoney?: MerchantMoney | null | undefined
}

/** Appends a new transaction to the journal of its customer, counts it as spent, and puts it into the working set. */
export function recordTransaction(
  batch: EngineBatch,
  card: LoadedCard,
  { merchantMoney = null, ...described }: Described,
): TransactionState {
  const { set, changes, now } = batch
  const { counted, type, merchant } = described
  const { id, sequence } = appendJournalEntry(batch, card, {
    prefix: 'txn',
    merchant,
    counted,
    isApproval: type === 'authorization' && counted.length > 0,
  })
  const costCenter = costCenterOf(set, recordedCard(set, card))
  const transaction: TransactionState = {
    ...described,
    merchantMoney,
    id,
    sequence,
    accountId: card.accountId,
    customerId: card.customerId,
    agentId: card.agentId,
    cardId: recordedCardId(card),
    ...(card.parentCardId === undefined ? {} : { oneTimeCardId: card.id }),
    ...(costCenter === null ? {} : { costCenter }),
    refundedAmount: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + batch.holdMs,
  }
  set.transactions.set(transaction.id, transaction)
  changes.newTransactions.add(transaction.id)
  indexNetworkReference(set.references, transaction)
  return transaction
}
