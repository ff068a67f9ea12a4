import type { Database } from '../../store/connection/database.ts'
import { isPrivilegeError } from '../../store/connection/database-errors.ts'
import {
  isDatabaseMigrated,
  migrateDatabase,
  pendingMigrations,
  SchemaMismatchError,
} from '../../store/schema/migrations.ts'
import type { DatabaseConnections } from './open-store.ts'
import { OperatorError } from '../operator-error.ts'

/**
 * Migrates the database, as the role that may change its structure. Resolves to the names of the migrations that ran. Rejects with an
 * OperatorError where this version cannot work on the database, or the role may not change it.
 */
export function migrateServiceDatabase({ migrations }: DatabaseConnections): Promise<string[]> {
  return migrateDatabase(migrations).catch((error: unknown) => {
    if (error instanceof SchemaMismatchError) throw new OperatorError(error.message)
    if (!isPrivilegeError(error)) throw error
    throw new OperatorError(
      `The database is not up to date, and this role may not change its structure (${error.message}). Give a role that may: ` +
        'PURSER_MIGRATION_DATABASE_URL=postgres://purser_owner:password@localhost:5432/purser',
    )
  })
}

/**
 * The names of the migrations that have not run on the database. Changes nothing. Rejects with an OperatorError for a database that this
 * version cannot work on.
 */
export function pendingMigrationNames({ migrations }: DatabaseConnections): Promise<string[]> {
  return pendingMigrations(migrations).catch((error: unknown) => {
    if (error instanceof SchemaMismatchError) throw new OperatorError(error.message)
    throw error
  })
}

/** Rejects with an OperatorError where the service's role cannot read the tables that the migrations made: every request would fail. */
export async function assertServiceRoleReadsTables(database: Database): Promise<void> {
  const migrated = await isDatabaseMigrated(database).catch((error: unknown) => {
    if (!isPrivilegeError(error)) throw error
    throw new OperatorError(
      `DATABASE_URL: this role may not read the tables (${error.message}). Grant it SELECT, INSERT, UPDATE and DELETE on them.`,
    )
  })
  if (!migrated) {
    throw new OperatorError(
      'DATABASE_URL and PURSER_MIGRATION_DATABASE_URL name different databases: Purser migrated one, and would serve the other.',
    )
  }
}
