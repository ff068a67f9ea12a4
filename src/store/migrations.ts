import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { deadlines } from '../lib/deadlines.ts'
import { inPackage } from '../lib/package-root.ts'
import { distributeAdded } from './cluster/distribute.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { onConnection } from './one-connection.ts'

/** Beside `src/` in the checkout and beside `dist/` in the package: two levels up from here in both. */
const FOLDER = inPackage('migrations')

/**
 * Brings the database up to date, all pending files in one transaction; answers the names of those it ran.
 * Nodes that start at once wait for each other: the first one migrates, the others find nothing to do. In a distributed database
 * the tables that are new are distributed as well.
 */
export async function migrate(connection: DatabaseOptions['connection']): Promise<string[]> {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection
  // A pool without the service's time limits: a migration, or the wait for another node's, may take its time.
  const pool = new pg.Pool({
    ...where,
    max: 1,
    application_name: 'purser migrate',
    connectionTimeoutMillis: deadlines.patientConnection,
  })
  pool.on('error', () => undefined) // a lost connection fails the query that uses it
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    await distributeAdded(connection)
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

/** Whether every migration that this version knows has run. Throws where the database is not reachable. */
export async function isMigrated(database: Pick<Database, 'pool'>): Promise<boolean> {
  const names = await migrationNames()
  try {
    const text = 'select count(*)::int as done from kysely_migration where name = any($1)'
    const { rows } = await database.pool.query<{ done: number }>(text, [names])
    return rows[0]?.done === names.length
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false
    throw error
  }
}

/** The migrations that have not run yet. */
export async function pendingMigrations(connection: DatabaseOptions['connection']): Promise<string[]> {
  const names = await migrationNames()
  return onConnection(connection, async (client) => {
    const { rows } = await client
      .query<{ name: string }>('select name from kysely_migration')
      .catch((error: { code?: string }) => (error.code === UNDEFINED_TABLE ? { rows: [] } : Promise.reject(error)))
    const done = new Set(rows.map(({ name }) => name))
    return names.filter((name) => !done.has(name))
  })
}

const UNDEFINED_TABLE = '42P01'
const SUFFIX = '.sql'

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = await migrationNames()
  const migrations = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, `${name}${SUFFIX}`), 'utf8')
    return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(migrations))
}

async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER)
  return files.filter((file) => file.endsWith(SUFFIX)).map((file) => file.slice(0, -SUFFIX.length))
}
