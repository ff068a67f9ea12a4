import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { Tx } from './db.ts'
import { POSTGRES_OWN_SETTINGS_SQL } from './own-settings.ts'

type Settings = Readonly<Record<string, string | number>>

/**
 * Deadlines of a database connection, in milliseconds. A connection that does not answer in time is closed, because an answer may never
 * come, and the server ends the statement. The server also ends a transaction in which the node is silent for longer, so that a frozen node
 * loses its locks.
 */
const hurried: Settings = {
  statement_timeout: answerStepDeadlinesMs.statement,
  lock_timeout: answerStepDeadlinesMs.lock,
  idle_in_transaction_session_timeout: answerStepDeadlinesMs.statement,
}
const patient: Settings = { idle_in_transaction_session_timeout: answerStepDeadlinesMs.patientSilence }

/**
 * Planner settings: the service's statements find rows by keys and indexes, whatever the statistics say. A new table has no statistics,
 * and a plan that was made for an empty table stays. So each statement is planned once, without its parameters, and never reads a whole
 * table. Rows cost more than usual beside the descent of an index: for a table that was analyzed when it was empty, PostgreSQL would else think
 * that reading all of its few rows costs less than ten look-ups.
 */
const byKeys: Settings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  cpu_tuple_cost: 0.03,
  jit: 'off',
}
/** On Citus, the parameters of a statement say on which shard its rows are, so a server must plan the statement with them. */
const FOR_PARAMETERS = `case when given.name = 'plan_cache_mode' and exists (select from pg_extension where extname = 'citus') then 'auto' else given.value end`

const settings = { hurried: statementOf({ ...hurried, ...byKeys }), patient: statementOf(patient) }

function statementOf(given: Settings): string {
  const rows = Object.entries(given).map((pair) => `(${pair.map((each) => pg.escapeLiteral(String(each))).join(', ')})`)
  return `select set_config(given.name, ${FOR_PARAMETERS}, false) from (values ${rows.join(', ')}) as given (name, value)`
}

/**
 * Gives a new connection its settings. It does so by a statement: parameters of the connection's start are refused by poolers that do not
 * know them, or lost on the way without a word.
 */
export async function setDatabaseConnectionSettings(client: pg.ClientBase, isPatient: boolean): Promise<void> {
  await Promise.all([
    client.query(POSTGRES_OWN_SETTINGS_SQL),
    client.query(isPatient ? settings.patient : settings.hurried),
  ])
}

/** Gives a connection a deadline for its statements, in milliseconds. */
export async function setStatementTimeout(client: pg.ClientBase, ms: number): Promise<void> {
  await client.query(`select set_config('statement_timeout', '${ms}', false)`)
}

/**
 * Sets how many milliseconds each statement of a transaction may take. It is for a transaction that only tries a change: nobody waits for
 * its statements any longer.
 */
export async function limitStatementTime(tx: Pick<Tx, 'executeQuery'>, ms: number): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`select set_config('statement_timeout', '${ms}', true)`))
}
