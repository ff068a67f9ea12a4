import type pg from 'pg'

/**
 * The place of a table's rows. `distributed`: on the workers, by bucket. `reference`: a copy on every server. `local`: only on this server.
 */
export type TablePlacement = 'distributed' | 'reference' | 'local'

export interface CheckedTablePlacement {
  readonly name: string
  readonly expected: Exclude<TablePlacement, 'local'>
  readonly placed: TablePlacement
  /** The column by which the table is distributed. Null: the table is not distributed. */
  readonly column: string | null
}

/** The column by which tables are distributed. A table without it is small, and has a copy on every server. */
export const DISTRIBUTION_COLUMN = 'bucket'
/** The table with which all distributed tables are colocated, so that all rows of a bucket are on one worker. */
export const COLOCATION_TABLE = 'customers'
/** The tables that say which migrations have run. They stay on the coordinator, because only the coordinator is asked for them. */
const OWN_TABLES = ['kysely_migration', 'kysely_migration_lock']

/** Lists the service's tables in a database with Citus, `COLOCATION_TABLE` first. */
export async function listTablePlacements(client: pg.ClientBase): Promise<CheckedTablePlacement[]> {
  const { rows } = await client.query<CheckedTablePlacement>(
    `select c.relname as name,
      case when exists (select from pg_attribute where attrelid = c.oid and attname = $1 and not attisdropped)
        then 'distributed' else 'reference' end as expected,
      case p.partmethod when 'h' then 'distributed' when 'n' then 'reference' else 'local' end as placed,
      case when p.partkey is not null then column_to_column_name(c.oid, p.partkey) end as column
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($2)
    order by c.relname <> $3, expected, c.relname`,
    [DISTRIBUTION_COLUMN, OWN_TABLES, COLOCATION_TABLE],
  )
  return rows
}

/** Lists the signatures of the service's functions that are missing on the workers, where statements call them. */
export async function functionsMissingOnWorkers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and not exists (
        select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
    order by 1`)
  return rows.map(({ signature }) => signature)
}
