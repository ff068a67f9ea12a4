import { type Selectable, sql } from 'kysely'
import { type StoredTransactionData, withTransaction } from '../../domain/events/transaction-event.ts'
import type { Db } from '../connection/db.ts'
import { readSql } from '../connection/read-sql.ts'
import type { EventRow } from '../rows/tables.ts'
import { bucketOfJoinedBy, givenIds } from '../sharding/given-rows.ts'
import { listedState } from '../transactions/transaction-state.ts'
import { type ListedTransaction, listedTransactionColumns } from '../transactions/transactions.ts'

type Stored = Pick<Selectable<EventRow>, 'type' | 'data' | 'created_at'>

const isOfTransaction = ({ type }: Stored): boolean => type.startsWith('transaction.')
const transactionIdOf = ({ data }: Stored): string => String(data['transactionId'])

/** Adds the transaction of that moment to the stored events about transactions. All transactions are read in one query. */
export async function withTransactions<Row extends Stored>(db: Db, events: readonly Row[]): Promise<Row[]> {
  const ids = [...new Set(events.filter(isOfTransaction).map(transactionIdOf))]
  if (ids.length === 0) return [...events]
  const rows = await readSql(
    db,
    sql<ListedTransaction>`select t.* from ${givenIds(ids)} cross join lateral (
      select ${sql.raw(listedTransactionColumns.join(', '))} from transactions
      where bucket = ${bucketOfJoinedBy(ids, 'given.bucket')} and id = given.id limit 1) t`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return events.map((event) => {
    const transaction = isOfTransaction(event) ? byId.get(transactionIdOf(event)) : undefined
    return transaction === undefined ? event : { ...event, data: wholeData(event, transaction) }
  })
}

/** The data of a stored event about a transaction, as they are shown. */
const wholeData = ({ data, created_at: at }: Pick<Stored, 'data' | 'created_at'>, transaction: ListedTransaction) =>
  withTransaction(data as unknown as StoredTransactionData, listedState(transaction), at)

/** Like `wholeData`, from the text of the data and to a text. The same event always has the same text. */
export const wholeDataText = (
  { data, created_at }: { readonly data: string; readonly created_at: number },
  transaction: ListedTransaction,
): string => JSON.stringify(wholeData({ data: JSON.parse(data) as Stored['data'], created_at }, transaction))
