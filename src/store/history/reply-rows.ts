import type { networkOperations } from '../../contract/operations/network.ts'
import type { IdempotencyKeyRow } from '../rows/tables.ts'
import type { StoredTransaction } from '../rows/transactions.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

/**
 * The operations whose replies contain a transaction: all operations of the network API. If one is missing here, the code does not compile.
 */
const OF_TRANSACTIONS: Readonly<Record<keyof typeof networkOperations, true>> = {
  createAuthorization: true,
  incrementAuthorization: true,
  settleAuthorization: true,
  reverseAuthorization: true,
  createRefund: true,
  createForceCapture: true,
  createAdvice: true,
  createPosting: true,
}

export type StoredTransactionReply = Pick<IdempotencyKeyRow, 'account_id' | 'key' | 'operation' | 'reply'>

type Key = Pick<IdempotencyKeyRow, 'account_id' | 'key' | 'operation'> & { readonly bucket: number }

/**
 * Reads stored replies that contain a transaction, page by page: all of them, or those of a customer's account. A reply is stored in the
 * bucket of the API key, and only its text names the customer.
 */
export async function* transactionReplies(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<StoredTransactionReply[]> {
  const keys = `select account_id, key, operation, bucket from idempotency_keys
    where operation = any($1) and status between 200 and 299
      and ($2::text is null or account_id in (select account_id from customers where id = $2))
    order by account_id, key, operation, bucket`
  const values = [Object.keys(OF_TRANSACTIONS), customerId ?? null]
  for await (const page of pagesOfSnapshotQuery<Key>(snapshot, 'transaction_replies', [keys, values])) {
    yield await snapshot.rows<StoredTransactionReply>(
      `select account_id, key, operation, reply from
          unnest($1::text[], $2::text[], $3::text[], $4::smallint[]) as page_key (account_id, key, operation, bucket)
        join idempotency_keys using (account_id, key, operation, bucket) order by account_id, key, operation, bucket`,
      [
        page.map(({ account_id }) => account_id),
        page.map(({ key }) => key),
        page.map(({ operation }) => operation),
        page.map(({ bucket }) => bucket),
      ],
    )
  }
}

export type TransactionOfStoredReply = Pick<
  StoredTransaction,
  'id' | 'account_id' | 'customer_id' | 'decision' | 'updated_at'
>

/** Reads the transactions with these ids as they are now, to compare them with stored replies. */
export const transactionsOfReplies = (
  snapshot: DatabaseSnapshot,
  ids: readonly string[],
): Promise<TransactionOfStoredReply[]> =>
  snapshot.rows<TransactionOfStoredReply>(
    'select id, account_id, customer_id, decision, updated_at from transactions where id = any($1)',
    [ids],
  )
