import type { Connection } from '../connection/transaction.ts'
import type { PreparedStatement } from '../statements/query.ts'

/**
 * Reads the accounts of which all spending is stopped; mostly there are none. A node keeps no copy, so that a stop counts for every
 * transaction that sends this statement after the commit of the stop. The statement is sent after the customers are locked. As a subquery
 * of the statement that locks them, it would see the database as it was when the wait for the locks began.
 */
export async function readStoppedAccounts(connection: Connection): Promise<ReadonlySet<string>> {
  const rows = await connection.rows<{ id: string }>(selectStoppedAccounts, [])
  return new Set(rows.map(({ id }) => id))
}

const selectStoppedAccounts: PreparedStatement = {
  name: 'select-stopped-accounts',
  text: 'select id from accounts where stopped_at is not null',
}
