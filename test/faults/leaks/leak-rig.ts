import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composePurserNode } from '../../../src/app/compose.ts'
import { ensureFirstAdminKey } from '../../../src/app/administration/first-admin-key.ts'
import { createLogger, logPostgres } from '../../../src/app/telemetry/logger.ts'
import { startEmbeddedPostgres } from '../../../src/app/postgres/embedded-postgres.ts'
import { readSettings } from '../../../src/app/settings/read-settings.ts'
import { createTelemetry } from '../../../src/app/telemetry/telemetry.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { createDatabase } from '../../../src/store/connection/create-database.ts'
import { type Database, openDatabase } from '../../../src/store/connection/database.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'
import { masterKeysFromValue } from '../../../src/vault/key-provider.ts'
import { LithicApi } from '../../support/issuers/lithic-api.ts'
import { LithicMock } from '../../support/issuers/lithic.ts'
import { openWebhookSink, type WebhookSink } from '../../support/receivers/webhook-sink.ts'
import type { Asked } from './request-texts.ts'
import { readNodeMetrics } from '../../support/metrics-of.ts'

/** As long as one can be: the four digits between it and the last four are soon tried. */
export const BIN = '40000012'
const API_KEY = 'sk_test_admin_key_of_the_leak_test'

export interface Reply {
  readonly path: string
  readonly status: number
  readonly text: string
  readonly body: Record<string, unknown>
}

/** A whole service with its own database server, of which everything that it says and writes is kept. */
export interface LeakRig {
  readonly database: Database
  readonly sink: WebhookSink
  readonly log: readonly string[]
  readonly replies: readonly Reply[]
  readonly requests: readonly Asked[]
  /** Writes to the log, past everything that calls it. */
  logDirectly(fields: object): void
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>
  metrics(): Promise<string>
  /** Stops all of it. Answers every file that is left, by its path. */
  stop(): Promise<Map<string, Buffer>>
  remove(): Promise<void>
}

export async function openLeakRig(): Promise<LeakRig> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-leaks-'))
  const log: string[] = []
  const replies: Reply[] = []
  const requests: Asked[] = []
  const logger = createLogger('trace', { write: (line) => void log.push(line) })
  const server = await startEmbeddedPostgres({ dataDirectory: folder, durable: true, onLine: logPostgres(logger) })
  const connection = await createDatabase(server.connection, 'leaks')
  await migrateDatabase(connection)
  const database = openDatabase({ connection, maxConnections: 8 })
  const whsec = `whsec_${Buffer.alloc(32, 'w').toString('base64')}`
  const origin = () => baseUrl.replace('/v1', '')
  const lithic = new LithicMock({ origin, asaSecret: whsec, eventSecret: whsec, nowMs: () => Date.now() })
  await lithic.up()
  const node = await composePurserNode({
    settings: readSettings({
      PURSER_LITHIC_KEY: LithicApi.key,
      PURSER_LITHIC_URL: lithic.url,
      PURSER_LITHIC_ASA_SECRET: whsec,
      PURSER_LITHIC_EVENT_SECRET: whsec,
      PURSER_ISSUER_REVEAL: 'proxy',
      PORT: '0',
      PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PURSER_CARD_BIN: BIN,
      PURSER_LOG_LEVEL: 'trace',
      PURSER_RATE_LIMIT: 'off',
    }),
    database,
    masterKeys: masterKeysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    logger,
    telemetry: createTelemetry(),
  })
  const { vault } = node.deps
  await ensureFirstAdminKey(database, { clock: systemClock, vault, maxKeyDays: null, chosen: API_KEY })
  const baseUrl = await node.start()
  const sink = await openWebhookSink()

  return {
    database,
    sink,
    log,
    replies,
    requests,
    logDirectly: (fields) => logger.debug(fields, 'a control'),
    call: async (method, path, content, key) => {
      const body = content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
      requests.push({ method, path, body })
      const reply = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${API_KEY}`,
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body }),
      })
      const text = await reply.text()
      const kept = { path, status: reply.status, text, body: JSON.parse(text) as Reply['body'] }
      replies.push(kept)
      return kept
    },
    metrics: () => readNodeMetrics(baseUrl, API_KEY),
    stop: async () => {
      await node.stop()
      await lithic.down()
      await database.close()
      await server.stop()
      return filesBelow(folder)
    },
    remove: async () => {
      await sink.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function filesBelow(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
}
