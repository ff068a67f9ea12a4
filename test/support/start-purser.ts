import { composePurser } from '../../src/app/compose.ts'
import { ensureAdminKey } from '../../src/app/first-admin-key.ts'
import { createLogger } from '../../src/app/logger.ts'
import { readSettings } from '../../src/app/read-settings.ts'
import { createTelemetry } from '../../src/app/telemetry.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Purser } from '../../src/sdk/client.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { keysFromValue } from '../../src/vault/key-provider.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestNode {
  readonly baseUrl: string
  readonly purser: Purser
  stop(): Promise<void>
}

export interface TestPurser extends TestNode {
  /** Of the admin. */
  readonly apiKey: string
  /** To look at what was stored. */
  readonly database: Database
  /** Another node on the same database, with a pool of its own. Stop it before this one. */
  secondNode(env?: Record<string, string>): Promise<TestNode>
}

export const API_KEY = 'sk_test_admin_key_of_a_test_database'

/** The whole service on a port and a database of its own, as `npm start` makes it. `env`: settings beside the defaults. */
export async function startPurser(env: Record<string, string> = {}): Promise<TestPurser> {
  const { database, connection, drop } = await createTestDatabase()
  const node = await startNode(database, env)
  return {
    ...node,
    apiKey: API_KEY,
    database,
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

/** One node on a migrated database. */
export async function startNode(database: Database, env: Record<string, string> = {}): Promise<TestNode> {
  const settings = readSettings({ PORT: '0', PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true', PURSER_RATE_LIMIT: 'off', ...env })
  const node = await composePurser({
    settings,
    database,
    masterKeys: keysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    logger: createLogger('error'),
    telemetry: createTelemetry(),
  })
  await ensureAdminKey(database, { clock: systemClock, chosen: API_KEY })
  const baseUrl = await node.start()
  return { baseUrl, purser: new Purser({ baseUrl, apiKey: API_KEY }), stop: () => node.stop() }
}
