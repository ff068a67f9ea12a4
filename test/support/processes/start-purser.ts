import { type Database, openDatabase } from '../../../src/store/connection/database.ts'
import type { NodeSettings } from '../../../src/app/compose.ts'
import type { SocketConnection } from '../../../src/app/postgres/connection.ts'
import { API_KEY, startNode, type TestNode } from './start-node.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

export { API_KEY, startNode, type TestNode } from './start-node.ts'

export interface TestPurser extends TestNode {
  /** Of the admin. */
  readonly apiKey: string
  /** To look at what was stored. */
  readonly database: Database
  /** Where it is, for a process of its own. */
  readonly connection: SocketConnection
  /** Another node on the same database, with a pool of its own. Stop it before this one. */
  secondNode(env?: Record<string, string>): Promise<TestNode>
}

/**
 * The whole service on a port and a database of its own, as `npm start` makes it. `env`: settings beside the defaults;
 * `parts`: of this node, not of the second one.
 */
export async function startPurser(
  env: Record<string, string> = {},
  parts: Pick<NodeSettings, 'engine'> = {},
): Promise<TestPurser> {
  const { database, connection, drop } = await createTestDatabase()
  const node = await startNode(database, env, parts)
  return {
    ...node,
    apiKey: API_KEY,
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
