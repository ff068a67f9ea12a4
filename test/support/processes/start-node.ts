import { composePurserNode, type ComposeNodeOptions, type PurserNode as Node } from '../../../src/app/compose.ts'
import { ensureFirstAdminKey } from '../../../src/app/administration/first-admin-key.ts'
import { testLogger } from '../test-logger.ts'
import { readSettings } from '../../../src/app/settings/read-settings.ts'
import { createTelemetry } from '../../../src/app/telemetry/telemetry.ts'
import { Purser } from '../../../clients/typescript/src/client.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { masterKeysFromValue } from '../../../src/vault/key-provider.ts'

export interface TestNode extends Pick<Node, 'deps' | 'reconcile'> {
  readonly baseUrl: string
  readonly purser: Purser
  stop(): Promise<void>
}

/** How many milliseconds the client waits for a reply: longer than any deadline of a service, in tests as well. */
const PATIENCE_MS = 120_000

export const TEST_API_KEY = `sk_${'test'.repeat(10)}`

/** Starts one node on a migrated database. */
export async function startNode(
  database: Database,
  env: Record<string, string> = {},
  overrides: Pick<ComposeNodeOptions, 'engine'> = {},
): Promise<TestNode> {
  const settings = readSettings({ PORT: '0', PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true', PURSER_RATE_LIMIT: 'off', ...env })
  const node = await composePurserNode({
    settings,
    database,
    masterKeys: masterKeysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    logger: testLogger,
    telemetry: createTelemetry(),
    ...overrides,
  })
  const { clock, vault } = node.deps
  await ensureFirstAdminKey(database, { clock, vault, maxKeyDays: settings.maxKeyDays, chosen: TEST_API_KEY })
  const baseUrl = await node.start()
  const purser = new Purser({ baseUrl, apiKey: TEST_API_KEY, timeoutMs: PATIENCE_MS })
  return { baseUrl, purser, deps: node.deps, reconcile: (request) => node.reconcile(request), stop: () => node.stop() }
}
