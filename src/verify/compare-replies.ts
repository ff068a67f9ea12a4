import type { AuthorizationAnswer, PostingAnswer, Transaction } from '../contract/resources/transactions.ts'
import { isoTimestamp } from '../lib/clock.ts'
import {
  type TransactionOfStoredReply,
  transactionsOfReplies,
  type StoredTransactionReply,
  transactionReplies,
} from '../store/history/reply-rows.ts'
import type { DatabaseSnapshot } from '../store/connection/snapshot.ts'
import type { ReplayDifference } from './replay-difference.ts'

interface Replies {
  /** The customer whose transactions are compared. Undefined: the transactions of all customers. */
  readonly customerId: string | undefined
  readonly report: (difference: ReplayDifference) => void
}

/**
 * Checks that the transactions in stored replies are stored, in the state of the reply or a later one. Replies are in the bucket of their
 * API key and transactions in that of their customer, so servers that were restored to different moments may have a reply without its
 * transaction. A missing reply is not reported: the request may have had no Idempotency-Key.
 */
export async function compareStoredReplies(snapshot: DatabaseSnapshot, { customerId, report }: Replies): Promise<void> {
  for await (const replies of transactionReplies(snapshot, customerId)) {
    const answers: Answer[] = []
    for await (const reply of snapshot.slices.each(replies)) answers.push(...answersIn(reply, customerId))
    const ids = new Set(answers.map(({ transaction }) => transaction?.id ?? ''))
    const rows = new Map((await transactionsOfReplies(snapshot, [...ids])).map((row) => [row.id, row]))
    for await (const { reply, transaction } of snapshot.slices.each(answers)) {
      for (const difference of transaction === null
        ? unreadable(reply)
        : differences(reply, transaction, rows.get(transaction.id))) {
        report(difference)
      }
    }
  }
}

interface Answer {
  readonly reply: StoredTransactionReply
  /** The transaction in the reply. Null: the reply does not have the form that Purser writes. */
  readonly transaction: Transaction | null
}

/** The transactions in the stored reply to a request, with the reply that has each; with a `customerId` only those of that customer. */
function answersIn(reply: StoredTransactionReply, customerId: string | undefined): Answer[] {
  const isCustomers = (transaction: Transaction | null) =>
    customerId === undefined || transaction?.customerId === customerId
  return transactionsIn(reply.reply)
    .filter(isCustomers)
    .map((transaction) => ({ reply, transaction }))
}

function transactionsIn(reply: Buffer): (Transaction | null)[] {
  try {
    const body = JSON.parse(reply.toString('utf8')) as AuthorizationAnswer | PostingAnswer | Transaction
    const transactions = 'transaction' in body ? [body.transaction, ...('credit' in body ? [body.credit] : [])] : [body]
    return transactions.map((one) => (typeof one?.id === 'string' ? one : null))
  } catch {
    return [null]
  }
}

function unreadable({ account_id, operation, key }: StoredTransactionReply): ReplayDifference[] {
  const what = `what ${operation} has answered`
  return [{ customerId: account_id, sequence: null, subject: key, what, stored: 'unreadable', replayed: null }]
}

function differences(
  { account_id, operation }: StoredTransactionReply,
  { id, customerId, decision, updatedAt }: Transaction,
  row: TransactionOfStoredReply | undefined,
): ReplayDifference[] {
  const about = { customerId, sequence: null, subject: id }
  if (row === undefined) {
    return [{ ...about, what: `a transaction that ${operation} has answered`, stored: null, replayed: id }]
  }
  // Later steps may have changed the transaction since the reply, so a later `updated_at` is no difference. A row with an
  // earlier one has lost a change that the reply shows.
  const at = isoTimestamp(row.updated_at)
  const members = [
    { what: 'account_id', stored: row.account_id, replayed: account_id },
    { what: 'customer_id', stored: row.customer_id, replayed: customerId },
    { what: 'decision', stored: row.decision, replayed: decision },
    { what: 'updated_at', stored: at, replayed: at < updatedAt ? updatedAt : at },
  ]
  return members
    .filter(({ stored, replayed }) => stored !== replayed)
    .map(({ what, ...sides }) => ({ ...about, what: `${what} that ${operation} has answered`, ...sides }))
}
