import pg from 'pg'

/** SQL that begins a transaction with the isolation level that Purser counts on, whatever the database or the role has as its default. */
export const BEGIN_TRANSACTION_SQL = 'begin isolation level read committed'

/**
 * PostgreSQL settings that Purser counts on: an answered purchase is on disk, a connection lasts, and `x = null` is not true. A value that
 * the whole server has is the operator's decision, and stays. A value that somebody has set for this database or this role (`alter role ...
 * set`), for other programs or by mistake, is replaced. Only `default_transaction_read_only` stays: a node on such a database says that it
 * is not ready. Deadlines and planner settings are given to each connection besides.
 */
const counted: Readonly<Record<string, string>> = {
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  synchronous_commit: 'on',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
}

const rows = Object.entries(counted).map((pair) => `(${pair.map((each) => pg.escapeLiteral(each)).join(', ')})`)

/**
 * SQL that replaces the settings that Purser counts on where this database or this role has set them, and only there. `synchronous_commit`
 * is replaced only if it is `off`: a commit that waits for standbys (`remote_apply`) is more than Purser counts on.
 */
export const POSTGRES_OWN_SETTINGS_SQL = `
  select set_config(counted.name, counted.value, false)
  from (values ${rows.join(', ')}) as counted (name, value) join pg_settings as now using (name)
  where now.source in ('database', 'user', 'database user')
    and (counted.name <> 'synchronous_commit' or now.setting = 'off')`
