import type pg from 'pg'
import type { MigrationFile } from './migration-files.ts'

/**
 * The number of the advisory lock for migrations. Earlier versions migrated with Kysely's migrator, which used the same number. So a node
 * of an earlier version and a node of this version wait for each other.
 */
export const MIGRATION_LOCK = '3853314791062309107'

/** The table that says which migrations have run. */
export const MIGRATIONS_TABLE = 'kysely_migration'

/** A migration that has run on a database. */
export interface AppliedMigration {
  readonly name: string
  /** The migration's fingerprint. Null: the migration ran before fingerprints were stored. */
  readonly hash: string | null
  /**
   * The last migration of the oldest version whose nodes can work on the database after this migration: see
   * `MigrationFile.compatibleSince`.
   */
  readonly compatibleSince: string | null
}

/** Reads which migrations have run. Null: the database has no table of migrations. A column that the table does not have yet is null. */
export async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[] | null> {
  try {
    const { rows } = await client.query<AppliedMigration>(APPLIED_MIGRATIONS)
    return rows
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return null
    throw error
  }
}

export const APPLIED_MIGRATIONS = `
  select name, to_jsonb(m) ->> 'hash' as hash, to_jsonb(m) ->> 'compatible_since' as "compatibleSince"
  from kysely_migration m order by name collate "C"`

export const UNDEFINED_TABLE = '42P01'

const GUIDE = 'docs/guides/upgrading.md'
const ANOTHER_DATABASE = `take another database: an empty PURSER_DATA_DIR or DATABASE_URL (${GUIDE})`

/**
 * Says in one line why this version of Purser cannot work on a database with these migrations, and what to do about it. Null: this version
 * can work on it.
 */
export function migrationHistoryProblem(
  applied: readonly AppliedMigration[],
  files: readonly MigrationFile[],
): string | null {
  const own = new Map(files.map((file) => [file.name, file]))
  const changed = applied.find(({ name, hash }) => hash !== null && own.has(name) && own.get(name)?.hash !== hash)
  if (changed !== undefined) {
    return (
      `The database was made by another text of the migration ${changed.name} (fingerprint ${short(changed.hash)}, ` +
      `here ${short(own.get(changed.name)?.hash)}). Use the version that made it, or ${ANOTHER_DATABASE}.`
    )
  }
  const newest = files.at(-1)?.name ?? ''
  const newer = applied.filter(({ name }) => !own.has(name))
  const incompatible = newer.find(({ compatibleSince }) => compatibleSince === null || compatibleSince > newest)
  if (incompatible !== undefined) {
    return (
      `The database was migrated by a newer version (${incompatible.name}), and this one cannot work on it. ` +
      `Use the newer version, or restore a backup from before the upgrade (${GUIDE}).`
    )
  }
  const last = applied.at(-1)?.name ?? ''
  const names = new Set(applied.map(({ name }) => name))
  const skipped = files.find(({ name }) => name < last && !names.has(name))
  if (skipped === undefined) return null
  return (
    `The database has the migration ${last} but not ${skipped.name}, which comes before it. ` +
    `Use the version that migrated it, or ${ANOTHER_DATABASE}.`
  )
}

const short = (hash: string | null | undefined): string => hash?.slice(0, 12) ?? 'none'

/**
 * Makes the message for a database that was migrated before fingerprints were stored. `difference`: how its catalog differs from the
 * expected one.
 */
export const unknownBuildMessage = (difference: string): string =>
  `The database was made by a build from before 0.1.0 (${difference}), and there is no upgrade from it. ` +
  `Use the version that made it, or ${ANOTHER_DATABASE}.`

/**
 * Makes the table of migrations, or adds its newer columns. Table and columns have the names that Kysely's migrator gave them, because it
 * ran the migrations before version 0.1.0.
 */
export async function prepareMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists kysely_migration (
    name varchar(255) primary key,
    timestamp varchar(255) not null)`)
  await client.query(`alter table kysely_migration
    add column if not exists hash text,
    add column if not exists compatible_since text`)
}

export async function recordMigration(
  client: pg.ClientBase,
  { name, hash, compatibleSince }: MigrationFile,
  at: string,
): Promise<void> {
  await client.query('insert into kysely_migration (name, timestamp, hash, compatible_since) values ($1, $2, $3, $4)', [
    name,
    at,
    hash,
    compatibleSince,
  ])
}

/** Stores the fingerprint of a migration that ran before fingerprints were stored. */
export async function recordMigrationFingerprint(client: pg.ClientBase, { name, hash }: MigrationFile): Promise<void> {
  await client.query('update kysely_migration set hash = $2 where name = $1', [name, hash])
}
