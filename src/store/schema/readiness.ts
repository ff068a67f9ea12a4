import type { Database } from '../connection/database.ts'
import { areMigrationsUpToDate } from './migrations.ts'
import { type AppliedMigration, APPLIED_MIGRATIONS, UNDEFINED_TABLE } from './history.ts'

/** The reason why the service cannot work on a reachable database. */
type NotReady = 'database_read_only' | 'not_migrated'

/**
 * SQL that reads which migrations have run, and whether writes are refused, in this session (on a standby) or in new sessions of this role.
 * A connection that was opened before the database was set to read-only can still write, while newer connections cannot. The setting of a
 * role overrides that of a database.
 */
const QUESTION = `
  select current_setting('transaction_read_only')::boolean or coalesce((
      select split_part(setting, '=', 2)::boolean
      from pg_db_role_setting s join pg_roles r on r.rolname = session_user and s.setrole in (0, r.oid)
        join pg_database d on d.datname = current_database() and s.setdatabase in (0, d.oid)
        cross join unnest(s.setconfig) as setting
      where setting like 'default_transaction_read_only=%'
      order by s.setrole = 0, s.setdatabase = 0 limit 1), false) as "isReadOnly",
    coalesce((select json_agg(applied) from (${APPLIED_MIGRATIONS}) as applied), '[]') as applied`

/**
 * Finds out why the service cannot work on the database. Null: the service can work, because the database is migrated and accepts writes.
 * Rejects if the database does not answer.
 */
export async function dbNotReady({ pool }: Pick<Database, 'pool'>): Promise<NotReady | null> {
  try {
    const { rows } = await pool.query<{ isReadOnly: boolean; applied: AppliedMigration[] }>(QUESTION)
    const [state] = rows
    if (state === undefined || !areMigrationsUpToDate(state.applied)) return 'not_migrated'
    return state.isReadOnly ? 'database_read_only' : null
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return 'not_migrated'
    throw error
  }
}
