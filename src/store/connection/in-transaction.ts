import { CompiledQuery } from 'kysely'
import type { Query, Statement } from '../journal/transaction.ts'
import type { Tx } from './db.ts'

/** Reads rows inside the transaction of the caller: a request's, the engine's or a sweep's. */
export type ReadRows = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<readonly Row[]>

/** Reads in a transaction. */
export const readIn =
  (tx: Pick<Tx, 'executeQuery'>) =>
  async <Row extends object>({ text }: Statement, values: readonly unknown[]): Promise<Row[]> =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** Writes in a transaction. */
export const run = async (tx: Pick<Tx, 'executeQuery'>, { statement, values }: Query): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(statement.text, [...values]))
}
