import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresDirectoriesIn } from '../../src/app/postgres/directories.ts'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import { dbNotReady } from '../../src/store/schema/readiness.ts'
import { withOwnDatabaseConnection } from '../../src/store/connection/one-connection.ts'
import { openPostgresProxy, type PostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { TEST_API_KEY, startNode, type TestNode } from '../support/processes/start-node.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'

/** Ready means that purchases can be stored. */
let test: TestDatabase
let proxy: PostgresProxy
let behind: Database
let node: TestNode
beforeAll(async () => {
  test = await createTestDatabase()
  proxy = await openPostgresProxy(test.connection)
  behind = openDatabase({ connection: proxy.connection, maxConnections: 4 })
  node = await startNode(behind)
})
afterAll(async () => {
  await node.stop()
  await behind.close()
  await proxy.close()
  await test.drop()
})

const change = (text: string) =>
  withOwnDatabaseConnection(test.connection, async (client) => {
    await client.query('set default_transaction_read_only = off')
    await client.query(text)
  })
const set = (what: string) => change(`alter database ${test.connection.database} ${what}`)

async function readiness() {
  const reply = await fetch(new URL('/readyz', node.baseUrl))
  const body = (await reply.json()) as { status?: string; error?: { message: string; details?: { reason?: string } } }
  return {
    status: reply.status,
    reason: body.error?.details?.reason ?? null,
    message: body.error?.message ?? body.status,
  }
}
async function createCustomer(): Promise<number> {
  const headers = { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@example.com' })
  return (await fetch(`${node.baseUrl}/customers`, { method: 'POST', headers, body })).status
}

const READY = { status: 200, reason: null, message: 'ready' }
const READ_ONLY = {
  status: 503,
  reason: 'database_read_only',
  message: 'The database accepts no writes: it is a standby, or it is set to read-only.',
}

it('a node whose database is set to read-only is not ready, until it takes writes again', async () => {
  expect(await readiness()).toEqual(READY)
  await set('set default_transaction_read_only = on')
  expect(await readiness()).toEqual(READ_ONLY) // by the connection that is open
  proxy.cut()()
  expect(await readiness()).toEqual(READ_ONLY) // by new ones
  expect(await createCustomer()).toBe(503)
  await set('reset default_transaction_read_only')
  proxy.cut()()
  expect(await readiness()).toEqual(READY)
  expect(await createCustomer()).toBe(201)
})

it('the setting of the role goes before that of the database', async () => {
  const { user, database } = test.connection
  await set('set default_transaction_read_only = on')
  await change(`alter role "${user}" in database ${database} set default_transaction_read_only = off`)
  proxy.cut()()
  expect(await readiness()).toEqual(READY)
  await set('reset default_transaction_read_only')
})

it('a node says that its database is away, or migrated by a version that it cannot work with', async () => {
  const mend = proxy.cut()
  expect(await readiness()).toEqual({
    status: 503,
    reason: 'database_unavailable',
    message: 'The database of Purser cannot answer right now.',
  })
  mend()
  await change(`insert into kysely_migration values ('0099_later', '', '', null)`)
  expect(await readiness()).toMatchObject({ status: 503, reason: 'not_migrated' })
  await change(`delete from kysely_migration where name = '0099_later'`)
  expect(await readiness()).toEqual(READY)
})

it('a standby is not ready', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-standby-'))
  const start = () => startEmbeddedPostgres({ dataDirectory, durable: false, onLine: () => undefined })
  const primary = await start()
  const connection = await createDatabase(primary.connection, 'purser')
  await migrateDatabase(connection)
  const database = openDatabase({ connection, maxConnections: 2 })
  try {
    expect(await dbNotReady(database)).toBe(null)
    await primary.stop()
    await writeFile(join(postgresDirectoriesIn(dataDirectory).cluster, 'standby.signal'), '')
    const standby = await start()
    expect(await dbNotReady(database)).toBe('database_read_only')
    await standby.stop()
  } finally {
    await database.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
