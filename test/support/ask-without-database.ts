import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { openDatabase } from '../../src/store/connection/database.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import { startNode } from './processes/start-node.ts'

/** Sends a request to a node whose PostgreSQL server has been stopped while the node runs. The server is started for this call alone. */
export async function requestWhileDatabaseStopped(ask: (baseUrl: string) => Promise<Response>): Promise<Response> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-test-'))
  const server = await startEmbeddedPostgres({ dataDirectory, durable: false, onLine: () => undefined })
  const connection = await createDatabase(server.connection, 'purser')
  await migrateDatabase(connection)
  const database = openDatabase({ connection, maxConnections: 5 })
  const node = await startNode(database)
  expect((await ask(node.baseUrl)).status).toBe(200)
  await server.stop()
  const reply = await ask(node.baseUrl)
  await node.stop()
  await database.close()
  await rm(dataDirectory, { recursive: true })
  return reply
}
