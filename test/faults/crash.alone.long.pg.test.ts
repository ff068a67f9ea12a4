import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../src/store/connection/create-database.ts'
import { CITUS_URL } from '../support/postgres/citus.ts'
import { DATABASE_URL } from '../support/postgres/served-database.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'
import { type Crashable, crowds, openCrashRig, points, type CrashRig } from './crash-rounds.ts'

/** Servers of somebody else, which nobody starts again when they are stopped: `scripts/citus-faults.ts` kills those of a Citus. */
const isServed = (CITUS_URL ?? DATABASE_URL) !== undefined
const played = points.filter((point) => point !== 'anywhere' && !(isServed && point === 'database'))

/** `node test/faults/scripts/crash.ts --rounds 100` is the same, often. */
let server: Crashable & { stop(): Promise<void> }
let rig: CrashRig
beforeAll(async () => {
  server = await (isServed ? served() : embedded())
  rig = await openCrashRig(server)
})
afterAll(async () => {
  await rig.close()
  await server.stop()
})

async function served() {
  const { connection, drop } = await createTestDatabase()
  return { connection, dataDirectory: null, stop: drop }
}

async function embedded() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-crash-'))
  await chmod(dataDirectory, 0o755)
  const own = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: () => undefined })
  const stop = async () => {
    await own.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
  return { connection: await createDatabase(own.connection, 'purser'), dataDirectory, stop }
}

const rounds = played.flatMap((point) => crowds.map((crowd) => [point, crowd] as const))

it.each(rounds)('keeps what it answered, once, through a crash: %s, %s crowd', async (point, crowd) => {
  const { answered, retried, broken, readyMs } = await rig.round(point, crowd)
  expect(broken.slice(0, 5)).toEqual([])
  expect(answered).toBeGreaterThan(100)
  expect(retried).toBeGreaterThan(0)
  if (point === 'database') expect(readyMs).toBeLessThan(3000)
})
