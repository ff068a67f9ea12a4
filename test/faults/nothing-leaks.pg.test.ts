import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composePurser, type Purser as Node } from '../../src/app/compose.ts'
import { ensureAdminKey } from '../../src/app/first-admin-key.ts'
import { createLogger, logPostgres } from '../../src/app/logger.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { readSettings } from '../../src/app/read-settings.ts'
import { createTelemetry } from '../../src/app/telemetry.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createDatabase } from '../../src/store/create-database.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { keysFromValue } from '../../src/vault/key-provider.ts'
import { eventually } from '../support/eventually.ts'
import { formsIn, formsOf, hasCvv } from '../support/number-scan.ts'
import { openWebhookSink, type WebhookSink } from '../support/webhook-sink.ts'

const API_KEY = 'sk_test_admin_key_of_the_leak_test'
/** Sixteen digits that are no card number (the log's scrubber leaves them), stored in clear on purpose. */
const CONTROL = '7310955218460317'
const planted = Object.values(formsOf(CONTROL)).join(' ')

interface Reply {
  readonly status: number
  readonly text: string
  readonly body: Record<string, unknown>
}

let folder: string
let server: EmbeddedPostgres
let database: Database
let node: Node
let baseUrl: string
let sink: WebhookSink
const log: string[] = []
const errors: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-leaks-'))
  const logger = createLogger('trace', { write: (line) => void log.push(line) })
  server = await startEmbeddedPostgres({ dataDirectory: folder, durable: true, onLine: logPostgres(logger) })
  const connection = await createDatabase(server.connection, 'leaks')
  await migrate(connection)
  database = openDatabase({ connection, maxConnections: 8 })
  node = await composePurser({
    settings: readSettings({
      PORT: '0',
      PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PURSER_LOG_LEVEL: 'trace',
      PURSER_RATE_LIMIT: 'off',
    }),
    database,
    masterKeys: keysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    logger,
    telemetry: createTelemetry(),
  })
  await ensureAdminKey(database, { clock: systemClock, chosen: API_KEY })
  baseUrl = await node.start()
  sink = await openWebhookSink()
  logger.debug({ planted }, 'a control, to prove that the log is looked through')
})
afterAll(async () => {
  await sink.close()
  await rm(folder, { recursive: true, force: true })
})

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (reply.status >= 400) errors.push(text)
  return { status: reply.status, text, body: JSON.parse(text) as Reply['body'] }
}
const post = (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, body, headers)

/** Uses a card in every way in which its number passes through the service, right and wrong. */
async function liveWithCard(): Promise<{ pan: string; cvv: string }> {
  const customerId = (await post('/customers', { email: 'leak@example.com' })).body['id']
  await post('/webhooks', { url: sink.url, events: ['*'] })
  const policy = { requireAttestation: true, limits: { perAuth: 1000 } }
  const cardId = (await post('/cards', { customerId, policy })).body['id'] as string
  const intent = { purpose: planted, expectedAmount: 900 }
  const intentId = (await post(`/cards/${cardId}/intents`, intent, { 'idempotency-key': 'declare' })).body['id']
  const details = () => post(`/cards/${cardId}/details`, { intentId, purpose: 'buy' }, { 'idempotency-key': 'read' })
  const credentials = (await details()).body as { pan: string; cvv: string; exp: string }
  const { pan, cvv, exp } = credentials
  expect((await details()).body).toMatchObject({ pan, cvv })
  expect((await post(`/cards/${cardId}/details`)).status).toBe(403)

  const spend = (body: object, key = 'spend') =>
    post('/network/authorizations', { amount: 900, merchant: { name: 'Shop' }, ...body }, { 'idempotency-key': key })
  expect((await spend({ pan, exp, cvv }, 'right')).body['decision']).toBe('approve')
  const wrongCvv = String((Number(cvv) + 1) % 1000).padStart(3, '0')
  expect((await spend({ pan, exp, cvv: wrongCvv }, 'wrong')).body['decision']).toBe('decline')
  expect((await spend({ pan, amount: 100_000 }, 'large')).body['decision']).toBe('decline')
  await post('/network/force-captures', { pan, amount: 5, merchant: { name: 'Shop' } })
  expect((await spend({ pan: Number(pan) }, 'number')).status).toBe(400)
  expect((await spend({ pan: `${pan}${pan}` }, 'long')).status).toBe(400)
  expect((await spend({ pan, cvv: [cvv] }, 'list')).status).toBe(400)
  expect((await spend({ pan: pan.replace(/.$/, (last) => String((Number(last) + 1) % 10)) }, 'other')).status).toBe(404)
  expect((await spend({ pan, cardId }, 'both')).status).toBe(400)
  expect((await post('/network/authorizations', `{"pan":"${pan}","cvv":"${cvv}",}`)).status).toBe(400)
  await call('GET', `/cards/${pan}`)
  await call('GET', `/transactions?cardId=${pan}`)
  for (const form of Object.values(formsOf(CONTROL))) await post('/spend/evaluate', { amount: 1, [form]: 1 })
  await breakSeal(customerId)
  await eventually('the webhooks have told of the refusals', () =>
    sink.requests.some(({ event }) => event.type === 'transaction.declined'),
  )
  return { pan, cvv }
}

/** An error of ours on the way from the number to the caller: what is answered and logged must not hold it. */
async function breakSeal(customerId: unknown): Promise<void> {
  const cardId = (await post('/cards', { customerId })).body['id'] as string
  await database.pool.query('update card_secrets set sealed_cvv = sealed_pan where card_id = $1', [cardId])
  expect((await post(`/cards/${cardId}/details`)).status).toBe(500)
}

/** Every row of every table, as text. The server's package has no pg_dump. */
async function dumpTables(): Promise<Map<string, string>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const dumps = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t`)
    const stored = name === 'idempotency_keys' ? await storedReplies() : ''
    dumps.set(name, rows.map(({ row }) => row).join('\n') + stored)
  }
  return dumps
}

/** Replies are bytes: as text they are what a reader of the table sees. */
async function storedReplies(): Promise<string> {
  const { rows } = await database.pool.query<{ reply: Buffer }>('select reply from idempotency_keys')
  return rows.map(({ reply }) => reply.toString('latin1')).join('\n')
}

async function filesBelow(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
}

describe('a card number and its CVV', () => {
  it('stand nowhere but in the answer to who may read them', async () => {
    const { pan, cvv } = await liveWithCard()
    const tables = await dumpTables()
    const metrics = await (await fetch(new URL('/metrics', baseUrl))).text()
    await node.stop()
    await database.close()
    await server.stop()
    const files = await filesBelow(folder)
    const isWal = (name: string) => name.includes('pg_wal')

    const texts = {
      'the tables': [...tables.values()],
      'stored replies': [tables.get('idempotency_keys') ?? ''],
      'the log': log,
      'webhook bodies': sink.requests.map(({ body }) => body),
      'error bodies': errors,
    }
    const bytes = {
      'the write-ahead log': [...files].filter(([name]) => isWal(name)).map(([, content]) => content),
      'the data files': [...files].filter(([name]) => !isWal(name)).map(([, content]) => content),
    }
    for (const [name, surface] of Object.entries({ ...texts, ...bytes })) {
      const found = (number: string) => [...new Set(surface.flatMap((part) => formsIn(part, number)))].toSorted()
      expect([name, found(CONTROL)]).toEqual([name, Object.keys(formsOf(CONTROL)).toSorted()])
      expect([name, found(pan)]).toEqual([name, []])
    }
    for (const [name, surface] of Object.entries(texts)) {
      expect([name, surface.filter((part) => hasCvv(part, cvv))]).toEqual([name, []])
    }
    expect(metrics).toContain('purser_authorizations_total')
    expect(formsIn(metrics, pan)).toEqual([])
  })
})
