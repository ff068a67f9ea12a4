import pg from 'pg'
import { MIGRATIONS_TABLE } from '../schema/history.ts'
import type { MigrationFile } from '../schema/migration-files.ts'

/** A table with the columns that a backup has. Columns that the database computes are left out. */
export interface BackupTable {
  readonly name: string
  readonly columns: readonly string[]
}

interface CatalogTable extends BackupTable {
  /** How many rows the table had when PostgreSQL last made its statistics. */
  readonly estimatedRows: number
}

const CREATED = /^\s*create table (?:if not exists )?(\w+)/gim
const DROPPED = /^\s*drop table (?:if exists )?(\w+)/gim

/** The names of the tables that a database has after these migrations. */
export function tablesAfterMigrations(files: readonly Pick<MigrationFile, 'text'>[]): string[] {
  const names = new Set([MIGRATIONS_TABLE])
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  for (const { text } of files) {
    for (const name of namesIn(text, CREATED)) names.add(name)
    for (const name of namesIn(text, DROPPED)) names.delete(name)
  }
  return [...names]
}

/** Lists the tables of the current schema, in the order of their names. */
export async function listCatalogTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    select c.relname as name, greatest(c.reltuples, 0)::float8 as "estimatedRows",
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by c.relname collate "C"`)
  return rows
}

/** Writes a table's name and columns as SQL, as `COPY` takes them. */
export const backupTableSql = ({ name, columns }: BackupTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
