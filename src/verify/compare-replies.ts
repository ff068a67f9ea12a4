import type { AuthorizationAnswer, PostingAnswer, Transaction } from '../contract/resources/transactions.ts'
import { timestamp } from '../lib/clock.ts'
import {
  type AnsweredTransaction,
  answeredTransactions,
  type TransactionReply,
  transactionReplies,
} from '../store/history/reply-rows.ts'
import type { Snapshot } from '../store/history/snapshot.ts'
import type { Difference } from './difference.ts'

interface Replies {
  /** Undefined: of all. */
  readonly customerId: string | undefined
  readonly report: (difference: Difference) => void
}

/**
 * What was answered under an Idempotency-Key is stored, or came before what is stored. Replies stand in the bucket of their API key and
 * purchases in that of their customer: servers that were not restored to one moment may have one without the other. A purchase without
 * its reply cannot be told from one that was asked for without a key.
 */
export async function compareReplies(snapshot: Snapshot, { customerId, report }: Replies): Promise<void> {
  for await (const replies of transactionReplies(snapshot, customerId)) {
    const answers = replies.flatMap((reply) => answersIn(reply, customerId))
    const ids = new Set(answers.map(({ told }) => told?.id ?? ''))
    const rows = new Map((await answeredTransactions(snapshot, [...ids])).map((row) => [row.id, row]))
    for (const { reply, told } of answers) {
      for (const difference of told === null ? unreadable(reply) : differences(reply, told, rows.get(told.id))) {
        report(difference)
      }
    }
  }
}

interface Answer {
  readonly reply: TransactionReply
  /** Null: it is none that Purser writes. */
  readonly told: Transaction | null
}

/** One for each transaction that a reply tells of. Of a customer alone only those of it. */
function answersIn(reply: TransactionReply, customerId: string | undefined): Answer[] {
  const isAsked = (told: Transaction | null) => customerId === undefined || told?.customerId === customerId
  return transactionsIn(reply.reply)
    .filter(isAsked)
    .map((told) => ({ reply, told }))
}

function transactionsIn(reply: Buffer): (Transaction | null)[] {
  try {
    const body = JSON.parse(reply.toString('utf8')) as AuthorizationAnswer | PostingAnswer | Transaction
    const told = 'transaction' in body ? [body.transaction, ...('credit' in body ? [body.credit] : [])] : [body]
    return told.map((one) => (typeof one?.id === 'string' ? one : null))
  } catch {
    return [null]
  }
}

function unreadable({ account_id, operation, key }: TransactionReply): Difference[] {
  const what = `what ${operation} has answered`
  return [{ customerId: account_id, sequence: null, subject: key, what, stored: 'unreadable', replayed: null }]
}

function differences(
  { account_id, operation }: TransactionReply,
  { id, customerId, decision, updatedAt }: Transaction,
  row: AnsweredTransaction | undefined,
): Difference[] {
  const about = { customerId, sequence: null, subject: id }
  if (row === undefined) {
    return [{ ...about, what: `a transaction that ${operation} has answered`, stored: null, replayed: id }]
  }
  // What came later has moved it on; one that stands at an earlier moment has lost what the reply tells of.
  const at = timestamp(row.updated_at)
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
