import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { openDatabase } from '../../src/store/connection/database.ts'

/** A server that was away may have come back with less, as one does that was promoted or restored. */
let dataDirectory: string
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'purser-restarted-'))
})
afterAll(() => rm(dataDirectory, { recursive: true, force: true }))

const start = () => startEmbeddedPostgres({ dataDirectory, durable: false, onLine: () => undefined })

it('connections tell of a server that was started anew, once, and of no other', async () => {
  let server = await start()
  const database = openDatabase({ connection: server.connection, maxConnections: 2 })
  const pools = await database.serverPools(2)
  let changes = 0
  pools.onChange(() => (changes += 1))
  const ask = () => pools.of(0).query({ text: 'select pg_sleep(0.01)' })
  const askTwice = () => Promise.all([ask(), ask()]) // over two connections
  try {
    await askTwice()
    expect(changes).toBe(1)
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await askTwice().catch(askTwice) // a cut connection may not be known as one yet
    expect(changes).toBe(1)
    await server.stop()
    server = await start()
    await askTwice()
    expect(changes).toBe(2)
  } finally {
    await database.close()
    await server.stop()
  }
})
