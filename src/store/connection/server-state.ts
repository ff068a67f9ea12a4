import { isDatabaseDistributed } from '../sharding/placement.ts'
import type { Database } from './database.ts'

/** The state of the database server and of this connection to it. */
export interface DatabaseServerState {
  /** The version of PostgreSQL: `18.4`. */
  readonly version: string
  /** The size of Purser's database in bytes. */
  readonly bytes: number
  /** Whether this connection to the database server is encrypted by TLS. */
  readonly isEncrypted: boolean
  /** How many connections the database role may open, those that the server keeps for superusers left out. */
  readonly mostConnections: number
  /** How many connections to the server are open, by Purser and by other programs. */
  readonly usedConnections: number
  /**
   * Prepared transactions of this database, on the workers of a Citus cluster, too; at most 20 of each server. Purser leaves none, except
   * for moments on a Citus cluster.
   */
  readonly prepared: readonly Prepared[]
}

/** A transaction that is prepared and neither committed nor rolled back. */
interface Prepared {
  readonly name: string
  readonly ageMs: number
}

/** SQL for the prepared transactions of the database as JSON. `now`: SQL for the time, in Unix milliseconds. */
const prepared = (now: string): string => `
  select coalesce(json_agg(json_build_object('name', gid, 'ageMs', floor(${now}::int8 - extract(epoch from prepared) * 1000)::int8)), '[]')
  from (select gid, prepared from pg_prepared_xacts where database = current_database() order by prepared limit 20) as one`

/** SQL that reads the state of the database server. `$1`: the time, in Unix milliseconds. */
const STATE = `
  select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
    least(
      current_setting('max_connections')::int - case when rolsuper then 0
        else current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true), '0')::int end,
      case when rolconnlimit < 0 or rolsuper then null else rolconnlimit end,
      (select case when datconnlimit < 0 or rolsuper then null else datconnlimit end from pg_database where datname = current_database())
    ) as "mostConnections",
    (select count(*)::int from pg_stat_activity where datid is not null and usesysid is not null) as "usedConnections",
    (${prepared('$1')}) as prepared
  from pg_roles where rolname = current_user`

/** Reads the state of the database server. `now`: Unix milliseconds. */
export async function readDatabaseServerState(
  { pool }: Pick<Database, 'pool'>,
  now: number,
): Promise<DatabaseServerState> {
  const { rows } = await pool.query<DatabaseServerState>(STATE, [now])
  const [state] = rows
  if (state === undefined) throw new Error('the database role is not listed in pg_roles')
  return { ...state, prepared: [...state.prepared, ...(await preparedOnWorkers(pool, now))] }
}

/** Reads the prepared transactions on the workers of a Citus cluster. A worker that does not answer is left out. */
async function preparedOnWorkers(pool: Database['pool'], now: number): Promise<Prepared[]> {
  if (!(await isDatabaseDistributed(pool))) return []
  const { rows } = await pool.query<{ result: string }>('select result from run_command_on_workers($1) where success', [
    prepared(String(Math.floor(now))),
  ])
  return rows.flatMap(({ result }) => JSON.parse(result) as Prepared[])
}
