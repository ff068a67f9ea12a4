import type pg from 'pg'
import { BEGIN_TRANSACTION_SQL } from '../connection/own-settings.ts'
import { systemClock, isoTimestamp } from '../../lib/clock.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import { distributeAddedTables } from '../distribution/distribute.ts'
import type { Database, DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { catalogDifference } from './catalog.ts'
import {
  type AppliedMigration,
  appliedMigrations,
  migrationHistoryProblem,
  MIGRATION_LOCK,
  prepareMigrationTable,
  recordMigrationFingerprint,
  recordMigration,
  unknownBuildMessage,
} from './history.ts'
import { type MigrationFile, migrationFiles } from './migration-files.ts'
import { unfinishedRestore } from './restore-mark.ts'
import { migrationStatements } from './statements.ts'

/** Thrown if this version cannot work on the database. The message says in one line why, and what to do. */
export class SchemaMismatchError extends Error {
  override name = 'SchemaMismatchError'
}

const CONNECTION = {
  application_name: 'purser migrate',
  connectionTimeoutMillis: answerStepDeadlinesMs.patientConnection,
}

/**
 * Migrates the database with all pending files in one transaction, and resolves with their names. Nodes that start at the same time wait
 * for each other: the first one migrates, and the others have nothing to do. In a distributed database, new tables are distributed as well.
 * If this version cannot work on the database, nothing is changed, and it rejects with `SchemaMismatchError`.
 */
export async function migrateDatabase(
  connection: DatabaseOptions['connection'],
  files: readonly MigrationFile[] = migrationFiles(),
): Promise<string[]> {
  const names = await withOwnDatabaseConnection(
    connection,
    (client) => inTransaction(client, () => migrateOn(client, files)),
    CONNECTION,
  )
  await distributeAddedTables(connection)
  return names
}

async function migrateOn(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  const interrupted = await unfinishedRestore(client)
  if (interrupted !== null) throw new SchemaMismatchError(interrupted)
  const applied = await historyOn(client)
  assertUsable(applied, files)
  const pending = pendingOf(applied, files)
  const unproven = applied.filter(({ hash }) => hash === null)
  // If no migration is pending or lacks its fingerprint, nothing is written, so that nodes whose role may not change tables can start.
  if (pending.length > 0 || unproven.length > 0) await prepareMigrationTable(client)
  for (const { name } of unproven) await takeOver(client, files, name)
  for (const file of pending) {
    for (const statement of migrationStatements(file.text)) await client.query(statement)
    await recordMigration(client, file, isoTimestamp(systemClock.now()))
  }
  return pending.map(({ name }) => name)
}

/**
 * Stores the fingerprint of the first migration in a database in which it ran before migrations had fingerprints. Rejects with
 * `SchemaMismatchError` if the database is not as that migration makes it.
 */
async function takeOver(client: pg.ClientBase, files: readonly MigrationFile[], name: string): Promise<void> {
  const [first] = files
  if (first === undefined || name !== first.name)
    throw new SchemaMismatchError(unknownBuildMessage(`${name} has no fingerprint`))
  const difference = await catalogDifference(client, first.text)
  if (difference !== null) throw new SchemaMismatchError(unknownBuildMessage(difference))
  await recordMigrationFingerprint(client, first)
}

/** Whether the database has the schema that this version needs. Rejects if the database is not reachable. */
export async function isDatabaseMigrated({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const applied = await appliedMigrations(pool)
  return applied !== null && areMigrationsUpToDate(applied)
}

/** Whether all migrations of this version have run, and none with which this version cannot work. */
export function areMigrationsUpToDate(applied: readonly AppliedMigration[], files = migrationFiles()): boolean {
  return migrationHistoryProblem(applied, files) === null && pendingOf(applied, files).length === 0
}

/** How the migrations of a database and those of this version differ. */
export interface MigrationState {
  /** The name of the last migration that has run. Null: none has run. */
  readonly last: string | null
  /** Why this version of Purser cannot work on the database, and what to do. Null: it can work on the database. */
  readonly problem: string | null
  /** Migrations of this version that have not run. */
  readonly pending: readonly string[]
  /** Migrations that ran before fingerprints were stored. */
  readonly unproven: readonly string[]
  /** Migrations that this version does not have, because a newer version ran them. */
  readonly newer: readonly string[]
}

/** Reads how the migrations of a database and those of this version differ. Changes nothing. */
export async function readMigrationState({ pool }: Pick<Database, 'pool'>): Promise<MigrationState> {
  const [applied, files] = [(await appliedMigrations(pool)) ?? [], migrationFiles()]
  const own = new Set(files.map(({ name }) => name))
  return {
    last: applied.at(-1)?.name ?? null,
    problem: migrationHistoryProblem(applied, files),
    pending: pendingOf(applied, files).map(({ name }) => name),
    unproven: applied.filter(({ hash }) => hash === null).map(({ name }) => name),
    newer: applied.filter(({ name }) => !own.has(name)).map(({ name }) => name),
  }
}

/**
 * Finds the migrations that have not run yet, and changes nothing. Rejects with `SchemaMismatchError` if this version cannot work on the
 * database. If migrations ran before there were fingerprints, the tables are compared with them only when the database is migrated.
 */
export const pendingMigrations = (connection: DatabaseOptions['connection']): Promise<string[]> =>
  withOwnDatabaseConnection(connection, async (client) => {
    const [applied, files] = [await historyOn(client), migrationFiles()]
    assertUsable(applied, files)
    return pendingOf(applied, files).map(({ name }) => name)
  })

const historyOn = async (client: pg.ClientBase): Promise<AppliedMigration[]> => {
  // The statement looks for the table first, because reading a missing table would abort the transaction.
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  )
  return rows[0]?.exists === true ? ((await appliedMigrations(client)) ?? []) : []
}

function assertUsable(applied: readonly AppliedMigration[], files: readonly MigrationFile[]): void {
  const problem = migrationHistoryProblem(applied, files)
  if (problem !== null) throw new SchemaMismatchError(problem)
}

function pendingOf(applied: readonly AppliedMigration[], files: readonly MigrationFile[]): MigrationFile[] {
  const done = new Set(applied.map(({ name }) => name))
  return files.filter(({ name }) => !done.has(name))
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(BEGIN_TRANSACTION_SQL)
  const result = await work() // a throw ends the connection, and the database transaction with it
  await client.query('commit')
  return result
}
