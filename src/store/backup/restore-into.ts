import pg from 'pg'
import { BEGIN_TRANSACTION_SQL } from '../connection/own-settings.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { MIGRATION_LOCK, prepareMigrationTable } from '../schema/history.ts'
import { type MigrationFile, migrationFiles } from '../schema/migration-files.ts'
import { removeRestoreMark, setRestoreMark } from '../schema/restore-mark.ts'
import { migrationStatements } from '../schema/statements.ts'
import { BackupRefusedError } from './backup-refused-error.ts'
import { backupTableSql, type BackupTable, listCatalogTables, tablesAfterMigrations } from './backup-tables.ts'
import { copyFromStdin } from './copy-in.ts'
import { setBackupTransactionTimeouts } from './session-settings.ts'

/** A database that has the tables of the backup's migrations, without rows. */
export interface RestoreTarget {
  /**
   * Fills a table with rows in PostgreSQL's text format for COPY, and resolves with their number. Rejects with `BackupRefusedError` if the
   * table has other columns.
   */
  fill(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<number>
}

export interface BackupRestore {
  /** The migrations of the database that was backed up. */
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  /** Fills all tables with the rows of the backup. If it rejects, nothing is stored. */
  readonly fill: (tables: RestoreTarget) => Promise<void>
}

const CONNECTION = {
  application_name: 'purser backup',
  connectionTimeoutMillis: answerStepDeadlinesMs.patientConnection,
}

/**
 * Makes the tables of a backup in an empty database and fills them, in one transaction. Nodes that start meanwhile wait for its end. If the
 * process is killed, the database stays empty and keeps a mark, with which no node starts on it. Rejects with `BackupRefusedError` if the
 * database is not empty, or this version does not know the backup's migrations.
 */
export const restoreIntoDatabase = (
  connection: DatabaseOptions['connection'],
  { migrations, fill }: BackupRestore,
): Promise<void> =>
  withOwnDatabaseConnection(
    connection,
    async (client) => {
      const files = knownFiles(migrations, migrationFiles())
      await inTransaction(client, async () => {
        await lockEmpty(client)
        await setRestoreMark(client)
      })
      try {
        await inTransaction(client, () => restoreOn(client, files, fill))
      } catch (error) {
        await removeRestoreMark(client).catch(() => undefined) // where the connection was lost, the restore's mark stays
        throw error
      }
      await client.query(
        `analyze ${tablesAfterMigrations(files)
          .map((name) => pg.escapeIdentifier(name))
          .join(', ')}`,
      )
    },
    CONNECTION,
  )

async function restoreOn(
  client: pg.ClientBase,
  files: readonly MigrationFile[],
  fill: BackupRestore['fill'],
): Promise<void> {
  await setBackupTransactionTimeouts(client)
  await lockEmpty(client)
  for (const file of files) for (const statement of migrationStatements(file.text)) await client.query(statement)
  await prepareMigrationTable(client)
  const names = tablesAfterMigrations(files)
  const empty = new Map((await listCatalogTables(client)).map((table) => [table.name, table]))
  const missing = new Set(names)
  const indexes = await dropPlainIndexes(client, names)
  await fill({
    fill: async (table, rows) => {
      const columns = empty.get(table.name)?.columns.toSorted().join()
      if (!missing.delete(table.name) || columns !== table.columns.toSorted().join()) {
        throw new BackupRefusedError(`The backup has a table ${table.name} that its migrations do not make.`)
      }
      return copyFromStdin(client, `copy ${backupTableSql(table)} from stdin`, rows)
    },
  })
  if (missing.size > 0) throw new BackupRefusedError(`The backup lacks the tables ${[...missing].join(', ')}.`)
  for (const index of indexes) await client.query(index)
  await removeRestoreMark(client)
}

/** Returns the files of the backup's migrations, in their order. Throws `BackupRefusedError` if this version lacks one of them. */
function knownFiles(migrations: BackupRestore['migrations'], files: readonly MigrationFile[]): MigrationFile[] {
  for (const { name, hash } of migrations) {
    const file = files.find((own) => own.name === name)
    if (file === undefined) {
      throw new BackupRefusedError(
        `The backup is of a newer version: it has the migration ${name}, which this version does not know. Restore it with the newer version.`,
      )
    }
    if (file.hash !== hash) {
      throw new BackupRefusedError(
        `The backup was made with another text of the migration ${name}. Restore it with the version that made it.`,
      )
    }
  }
  return files.filter(({ name }) => migrations.some((own) => own.name === name))
}

/** Takes the lock of migrations, so that no node migrates the database meanwhile, and makes sure that the database is empty. */
async function lockEmpty(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  const names = new Set(tablesAfterMigrations(migrationFiles()))
  const table = (await listCatalogTables(client)).find(({ name }) => names.has(name))
  if (table === undefined) return
  throw new BackupRefusedError(
    `The database is not empty: it has the table ${table.name}. Restore into another one: an empty PURSER_DATA_DIR or DATABASE_URL.`,
  )
}

/**
 * Drops the indexes that are no constraints, and returns the statements that make them again. Sorting all keys at the end takes less time
 * than finding the page of each one.
 */
async function dropPlainIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
      and not exists (select from pg_constraint n where n.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query(BEGIN_TRANSACTION_SQL)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
