import { composePurser } from '../../src/app/compose.ts'
import { ensureAdminKey } from '../../src/app/first-admin-key.ts'
import { createLogger } from '../../src/app/logger.ts'
import { readSettings } from '../../src/app/read-settings.ts'
import { createTelemetry } from '../../src/app/telemetry.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Purser } from '../../src/sdk/client.ts'
import type { Database } from '../../src/store/database.ts'
import { keysFromValue } from '../../src/vault/key-provider.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestPurser {
  readonly baseUrl: string
  /** Of the admin. */
  readonly apiKey: string
  readonly purser: Purser
  /** To look at what was stored. */
  readonly database: Database
  stop(): Promise<void>
}

const API_KEY = 'sk_test_admin_key_of_a_test_database'

/** The whole service on a port and a database of its own, as `npm start` makes it. `env`: settings beside the defaults. */
export async function startPurser(env: Record<string, string> = {}): Promise<TestPurser> {
  const { database, drop } = await createTestDatabase()
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
  return {
    baseUrl,
    apiKey: API_KEY,
    purser: new Purser({ baseUrl, apiKey: API_KEY }),
    database,
    stop: async () => {
      await node.stop()
      await drop()
    },
  }
}
