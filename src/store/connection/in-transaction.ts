import { CompiledQuery } from 'kysely'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'
import type { Tx } from './db.ts'

/** Runs a statement in the transaction of the caller (a request, the engine or a sweep), and resolves with its rows. */
export type SqlRowReader = <Row extends object>(
  statement: PreparedStatement,
  values: readonly unknown[],
) => Promise<readonly Row[]>

/** Makes a function that reads rows in the given database transaction. */
export const sqlRowReaderIn =
  (tx: Pick<Tx, 'executeQuery'>) =>
  async <Row extends object>({ text }: PreparedStatement, values: readonly unknown[]): Promise<Row[]> =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** Sends a statement in the given transaction. */
export const runSqlStatement = async (tx: Pick<Tx, 'executeQuery'>, { statement, values }: SqlQuery): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(statement.text, [...values]))
}
