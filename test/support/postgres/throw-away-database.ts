import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { startEmbeddedPostgres } from '../../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../../src/store/connection/create-database.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'

/** Runs `work` on a migrated database of a PostgreSQL of its own, with fsync on, for programs outside the test suite. */
export async function withThrowAwayDatabase<T>(work: (connection: PostgresSocketConnection) => Promise<T>): Promise<T> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-run-'))
  const server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: () => undefined })
  try {
    const connection = await createDatabase(server.connection, 'purser')
    await migrateDatabase(connection)
    return await work(connection)
  } finally {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}
