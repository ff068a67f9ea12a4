import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { createDatabase, dropDatabase } from '../../../src/store/connection/create-database.ts'
import { type Database, openDatabase } from '../../../src/store/connection/database.ts'
import { copyOnAllServers, dropDatabaseOnAllServers } from './citus.ts'

export interface TestDatabase {
  readonly database: Database
  /** The connection to the database, for a second pool or a service on it. */
  readonly connection: PostgresSocketConnection
  /** Closes the pool and drops the database. Call it in `afterAll`. */
  drop(): Promise<void>
}

/** Makes an empty, migrated database. Each test file makes its own. */
export async function createTestDatabase(maxConnections = 10): Promise<TestDatabase> {
  const server = inject('postgres') as PostgresSocketConnection | undefined
  if (server === undefined) throw new Error('This test needs PostgreSQL: name its file x.pg.test.ts, not x.test.ts')
  const name = `test_${randomBytes(8).toString('hex')}`
  const citus = inject('citus')
  const template = inject('templateDatabase')
  const connection = await (citus ? copyOnAllServers(citus, name, template) : createDatabase(server, name, template))
  const database = openDatabase({ connection, maxConnections })
  return {
    database,
    connection,
    drop: async () => {
      await database.close()
      await (citus ? dropDatabaseOnAllServers(citus, name) : dropDatabase(server, name))
    },
  }
}
