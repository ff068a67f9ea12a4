import type pg from 'pg'

/**
 * Settings of a transaction that reads or writes whole tables. Deadlines that the operator gave the role or the database do not count: the
 * transaction takes as long as the tables need. The other settings fix how values are written, so that every server reads them alike.
 * `row_security`: the server refuses to leave out rows that the role may not see.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  row_security: 'off',
}

/** Gives a database transaction those of the settings that its server knows: PostgreSQL has `transaction_timeout` only since version 17. */
export async function setBackupTransactionTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config(given.name, given.value, true)
    from unnest($1::text[], $2::text[]) as given (name, value) join pg_settings known on lower(known.name) = lower(given.name)`,
    [Object.keys(SETTINGS), Object.values(SETTINGS)],
  )
}
