import { type Database, openDatabase } from '../../../src/store/connection/database.ts'
import type { ComposeNodeOptions } from '../../../src/app/compose.ts'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { TEST_API_KEY, startNode, type TestNode } from './start-node.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

export { TEST_API_KEY, startNode, type TestNode } from './start-node.ts'

export interface TestPurser extends TestNode {
  /** An API key of the role `admin`. */
  readonly apiKey: string
  /** The service's database, to check stored rows. */
  readonly database: Database
  /** The connection to the service's database, for another process. */
  readonly connection: PostgresSocketConnection
  /** Starts another node on the same database, with a pool of its own. It has to be stopped before the first node. */
  secondNode(env?: Record<string, string>): Promise<TestNode>
}

/**
 * Starts the whole service on a port and a database of its own, as `npm start` does. `env` has settings beside the defaults. `parts`
 * replaces parts of this node, not of the second one.
 */
export async function startPurser(
  env: Record<string, string> = {},
  overrides: Pick<ComposeNodeOptions, 'engine'> = {},
): Promise<TestPurser> {
  const { database, connection, drop } = await createTestDatabase()
  const node = await startNode(database, env, overrides)
  return {
    ...node,
    apiKey: TEST_API_KEY,
    database,
    connection,
    secondNode: async (more = {}) => {
      const own = openDatabase({ connection, maxConnections: 10 })
      const second = await startNode(own, { ...env, ...more })
      return {
        ...second,
        stop: async () => {
          await second.stop()
          await own.close()
        },
      }
    },
    stop: async () => {
      await node.stop()
      await drop()
    },
  }
}
