import type { Readable } from 'node:stream'
import pg from 'pg'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import {
  appliedMigrations,
  type AppliedMigration,
  migrationHistoryProblem,
  MIGRATIONS_TABLE,
} from '../schema/history.ts'
import { type MigrationFile, migrationFiles } from '../schema/migration-files.ts'
import { isDatabaseDistributed } from '../sharding/placement.ts'
import { BackupRefusedError } from './backup-refused-error.ts'
import { backupTableSql, type BackupTable, listCatalogTables, tablesAfterMigrations } from './backup-tables.ts'
import { copyToStdout } from './copy-out.ts'
import { setBackupTransactionTimeouts } from './session-settings.ts'

/** A table of the database that is backed up, at the moment of the backup. */
export interface TableToBackUp extends BackupTable {
  /** Reads the table's rows in PostgreSQL's text format for COPY. They must be read before anything else of the database. */
  rows(): Readable
}

/** A database that is backed up, as it was at one moment, whatever is written meanwhile. */
export interface DatabaseToBackUp {
  readonly postgresVersion: string
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  /** The ids of the master keys that seal card numbers. */
  readonly masterKeys: readonly string[]
  readonly tables: readonly TableToBackUp[]
  readonly estimatedRows: number
  /** The tables of the schema that no migration has made. They are not backed up. */
  readonly otherTables: readonly string[]
  /** Reads the value of a setting from the table `settings`. Null: the setting has no value. */
  setting(name: string): Promise<string | null>
}

const CONNECTION = {
  application_name: 'purser backup',
  connectionTimeoutMillis: answerStepDeadlinesMs.patientConnection,
}

/**
 * Runs a backup's work on one snapshot of the database, while nodes go on. It needs only a role that may read, and also runs on a standby.
 * Rejects with `BackupRefusedError` if this version cannot back up the database.
 */
export const readSnapshotForBackup = <T>(
  connection: DatabaseOptions['connection'],
  work: (database: DatabaseToBackUp) => Promise<T>,
): Promise<T> =>
  withOwnDatabaseConnection(
    connection,
    async (client) => {
      const files = migrationFiles()
      await assertSingleServer(client)
      const names = tablesAfterMigrations(files)
      const existing = (await listCatalogTables(client)).filter(({ name }) => names.includes(name))
      if (!existing.some(({ name }) => name === MIGRATIONS_TABLE)) {
        throw new BackupRefusedError('The database has no tables of Purser: there is nothing to back up.')
      }
      await client.query('begin isolation level repeatable read, read only')
      await setBackupTransactionTimeouts(client)
      // A migration may rewrite a table, and the snapshot then does not see the rows of the rewritten one. So all tables are locked before the
      // snapshot is taken.
      await client.query(
        `lock table ${existing.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
      )
      const result = await work(await databaseOn(client, files))
      await client.query('commit')
      return result
    },
    CONNECTION,
  )

async function assertSingleServer(client: pg.ClientBase): Promise<void> {
  if (!(await isDatabaseDistributed(client))) return
  throw new BackupRefusedError(
    'The tables of this database are distributed by Citus, whose servers have no common snapshot. Take base backups of all servers: ' +
      'docs/guides/citus.md, Backups.',
  )
}

async function databaseOn(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<DatabaseToBackUp> {
  const migrations = provenMigrations((await appliedMigrations(client)) ?? [], files)
  const applied = new Set(migrations.map(({ name }) => name))
  const expected = new Set(tablesAfterMigrations(files.filter(({ name }) => applied.has(name))))
  const catalog = await listCatalogTables(client)
  const tables = catalog.filter(({ name }) => expected.has(name))
  const missing = [...expected].find((name) => !tables.some((table) => table.name === name))
  if (missing !== undefined)
    throw new BackupRefusedError(`The table ${missing} is missing, which a migration has made.`)
  return {
    postgresVersion: await textOf(client, `select current_setting('server_version') as value`),
    migrations,
    masterKeys: await masterKeysOn(client),
    tables: tables.map((table) => ({
      ...table,
      rows: () => copyToStdout(client, `copy ${backupTableSql(table)} to stdout`),
    })),
    estimatedRows: tables.reduce((sum, { estimatedRows }) => sum + estimatedRows, 0),
    otherTables: catalog.filter(({ name }) => !expected.has(name)).map(({ name }) => name),
    setting: async (name) => (await textOf(client, 'select value from settings where name = $1', [name])) || null,
  }
}

/**
 * Returns the migrations of the database for its backup. Throws `BackupRefusedError` if this version could not restore a database with
 * these migrations.
 */
function provenMigrations(
  applied: readonly AppliedMigration[],
  files: readonly MigrationFile[],
): { name: string; hash: string }[] {
  const problem = migrationHistoryProblem(applied, files)
  if (problem !== null) throw new BackupRefusedError(problem)
  const known = new Set(files.map(({ name }) => name))
  return applied.map(({ name, hash }) => {
    if (!known.has(name)) {
      throw new BackupRefusedError(
        `The database was migrated by a newer version (${name}), whose tables this version does not know. Back it up with the newer version.`,
      )
    }
    if (hash === null) {
      throw new BackupRefusedError(
        `The database was migrated before migrations had fingerprints (${name}). Run purser migrate first, which compares its tables.`,
      )
    }
    return { name, hash }
  })
}

async function masterKeysOn(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select distinct master_key_id as id from card_secrets where destroyed_at is null order by 1',
  )
  return rows.map(({ id }) => id)
}

async function textOf(client: pg.ClientBase, text: string, values: readonly string[] = []): Promise<string> {
  const { rows } = await client.query<{ value: string }>(text, [...values])
  return rows[0]?.value ?? ''
}
