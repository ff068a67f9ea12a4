import type { EventType, TransactionEventData } from '../../contract/events.ts'
import type { TransactionDocument } from '../../contract/resources/papers/transaction-documents.ts'
import type { TransactionFlags } from '../../contract/decisions.ts'
import { noTransactionFlags } from '../decision/flags.ts'
import { merchantMoneyAnswer, transactionApiAnswer } from '../transactions/transaction-answer.ts'
import type { TransactionState } from '../transactions/transaction.ts'

type TransactionEventType = Extract<EventType, `transaction.${string}`>

/**
 * The members of `transaction` that its event stores: those that later steps change, and that the event does not have otherwise. Everything
 * else of a transaction never changes, so `transactionEventData` reads it from the transaction when somebody reads the event. So a settlement
 * stores a hundred bytes with its event, and not the whole transaction for a second time.
 */
export interface StoredTransactionFields {
  readonly authorizedAmount: number
  readonly settledAmount: number
  readonly refundedAmount: number
  /** When the transaction was settled, in Unix milliseconds. Missing: it was not settled. */
  readonly settledAt?: number
  /** The flags of the transaction right after the event. Missing: they are those that the event shows. */
  readonly flags?: TransactionFlags
  /** When the transaction was last changed before or by the event, in Unix milliseconds. Missing: at the time of the event. */
  readonly updatedAt?: number
}

export type StoredTransactionData = Omit<TransactionEventData, 'transaction'> & {
  readonly transaction: StoredTransactionFields
}

/** The facts that an event about a transaction has beside the transaction. */
interface About {
  /** The cents that the transaction's event reports. Default: the amount that was requested first. */
  readonly amount?: number
  readonly reasons?: TransactionState['reasons']
  readonly flags?: TransactionState['flags']
  /** When the transaction's event happened, in Unix milliseconds. Default: when the transaction was last changed. */
  readonly at?: number
}

/** The fields of a transaction that its event needs. */
type EventTransaction = Omit<TransactionState, 'trace' | 'shadow' | 'counted' | 'referenceHash'>

/** Makes a transaction's event, as it is stored. */
export function transactionEvent<T extends TransactionEventType>(
  type: T,
  transaction: EventTransaction,
  about: About = {},
) {
  const { accountId, customerId, updatedAt } = transaction
  const at = about.at ?? updatedAt
  const data: StoredTransactionData = {
    ...reported(type, transaction, about),
    transaction: {
      ...momentOf(transaction),
      ...(about.flags === undefined ? {} : { flags: transaction.flags }),
      ...(at === updatedAt ? {} : { updatedAt }),
    },
  }
  return { type, data, accountId, customerId, at } as const
}

function reported(type: TransactionEventType, transaction: EventTransaction, about: About) {
  const { merchant, intentId } = transaction
  const reasons = about.reasons ?? transaction.reasons
  const data: Omit<TransactionEventData, 'transaction'> = {
    transactionId: transaction.id,
    cardId: transaction.cardId,
    amount: about.amount ?? transaction.amount,
    merchant: merchant.name ?? '',
    customerId: transaction.customerId,
    agentId: transaction.agentId,
    currency: transaction.currency,
    ...merchantMoneyAnswer(transaction.merchantMoney),
    status: transaction.status,
    ...(merchant.mcc === undefined ? {} : { mcc: merchant.mcc }),
    ...(intentId === null ? {} : { intentId }),
    flags: about.flags ?? transaction.flags,
    ...(reasons.length === 0 && type !== 'transaction.declined' ? {} : { reasons: [...reasons] }),
  }
  return data
}

const momentOf = ({
  authorizedAmount,
  settledAmount,
  refundedAmount,
  settledAt,
}: EventTransaction): StoredTransactionFields => ({
  authorizedAmount,
  settledAmount,
  refundedAmount,
  ...(settledAt === null ? {} : { settledAt }),
})

/**
 * Makes the data of a stored event about a transaction whole: `transaction` becomes the transaction as it was right after the event.
 * `latest`: the transaction as it is now. `at`: when the event happened, in Unix milliseconds. Version 0.1.0 stored events without
 * `transaction`, and they stay so. Flags that are younger than the stored event are false.
 */
export function transactionEventData(
  data: StoredTransactionData,
  latest: Parameters<typeof transactionApiAnswer>[0],
  at: number,
): TransactionEventData {
  const { transaction: moment, ...stored } = data
  const others = { ...stored, flags: { ...noTransactionFlags, ...stored.flags } }
  if ((moment as unknown) === undefined) return others as TransactionEventData
  const flags = { ...noTransactionFlags, ...(moment.flags ?? data.flags) }
  const then = { settledAt: null, updatedAt: at, status: data.status, ...moment, flags }
  return { ...others, transaction: transactionApiAnswer({ ...latest, ...then }) }
}

/** Makes the event of a document that was attached to a transaction at `at`, Unix milliseconds. */
export const transactionDocumentedEvent = (
  transaction: EventTransaction,
  document: TransactionDocument,
  at: number,
) => {
  const event = transactionEvent('transaction.documented', transaction, { at })
  return { ...event, data: { ...event.data, document } }
}
