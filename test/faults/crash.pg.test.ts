import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../src/store/create-database.ts'
import { crowds, openCrashRig, points, type CrashRig } from './crash-rounds.ts'

/** `node test/faults/scripts/crash.ts --rounds 100` is the same, often. */
let dataDirectory: string
let server: EmbeddedPostgres
let rig: CrashRig
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'purser-crash-'))
  await chmod(dataDirectory, 0o755)
  server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: () => undefined })
  rig = await openCrashRig(await createDatabase(server.connection, 'purser'), dataDirectory)
})
afterAll(async () => {
  await rig.close()
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
})

const rounds = points.flatMap((point) => crowds.map((crowd) => [point, crowd] as const))

it.each(rounds.filter(([point]) => point !== 'anywhere'))(
  'keeps what it answered, once, through a crash: %s, %s crowd',
  async (point, crowd) => {
    const { answered, retried, broken, readyMs } = await rig.round(point, crowd)
    expect(broken.slice(0, 5)).toEqual([])
    expect(answered).toBeGreaterThan(100)
    expect(retried).toBeGreaterThan(0)
    if (point === 'database') expect(readyMs).toBeLessThan(3000)
  },
)
