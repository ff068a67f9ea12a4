import type { Database } from '../../store/connection/database.ts'
import { isForbidden } from '../../store/connection/database-errors.ts'
import { isMigrated, migrate, pendingMigrations, SchemaMismatchError } from '../../store/schema/migrations.ts'
import type { Store } from './open-store.ts'
import { OperatorError } from '../operator-error.ts'

/** Brings the database up to date, as the role that may; answers the names of the migrations that ran. */
export function migrateStore({ migrations }: Store): Promise<string[]> {
  return migrate(migrations).catch((error: unknown) => {
    if (error instanceof SchemaMismatchError) throw new OperatorError(error.message)
    if (!isForbidden(error)) throw error
    throw new OperatorError(
      `The database is not up to date, and this role may not change its structure (${error.message}). Give one that may: ` +
        'PURSER_MIGRATION_DATABASE_URL=postgres://purser_owner:password@localhost:5432/purser',
    )
  })
}

/** The names of the migrations that have not run on the database. Refuses one that this version cannot work on, and changes nothing. */
export function pendingIn({ migrations }: Store): Promise<string[]> {
  return pendingMigrations(migrations).catch((error: unknown) => {
    if (error instanceof SchemaMismatchError) throw new OperatorError(error.message)
    throw error
  })
}

/** The service's role reads what the other one has migrated. Otherwise every request would fail. */
export async function assertMigrated(database: Database): Promise<void> {
  const migrated = await isMigrated(database).catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    throw new OperatorError(
      `DATABASE_URL: this role may not read the tables (${error.message}). Grant it SELECT, INSERT, UPDATE and DELETE on them.`,
    )
  })
  if (!migrated) {
    throw new OperatorError(
      'DATABASE_URL and PURSER_MIGRATION_DATABASE_URL lead to different databases: what was migrated is not what is served.',
    )
  }
}
