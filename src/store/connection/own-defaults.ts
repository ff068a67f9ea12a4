import pg from 'pg'

/** Begins a transaction as Purser counts on it, whatever the database or the role has as its defaults. */
export const BEGIN = 'begin isolation level read committed'

/**
 * Settings that Purser counts on. What the server has for everybody is the operator's decision; what somebody has set for this database or
 * this role (`alter role ... set`), for other programs or by mistake, does not hold here: an answered purchase is on disk, a connection
 * lasts, and `x = null` is not true. Read only stays what it is: a node on such a database says that it is not ready. Deadlines and planner settings are given to each connection besides.
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

/** Replaces what this database or role has set, and only that. A commit that waits for standbys (`remote_apply`) is more than is counted on. */
export const OWN_DEFAULTS = `
  select set_config(counted.name, counted.value, false)
  from (values ${rows.join(', ')}) as counted (name, value) join pg_settings as now using (name)
  where now.source in ('database', 'user', 'database user')
    and (counted.name <> 'synchronous_commit' or now.setting = 'off')`
