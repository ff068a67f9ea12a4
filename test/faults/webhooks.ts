import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../src/store/create-database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { webhookStorm } from './webhook-storm.ts'

/** The storm at full size on a database that keeps its promises. Argument: the number of events. Fails if one is lost. */
const events = Number(process.argv[2] ?? 20_000)
const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-storm-'))
const server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: () => undefined })
try {
  const connection = await createDatabase(server.connection, 'storm')
  await migrate(connection)
  const started = performance.now()
  const result = await webhookStorm(connection, events, 300_000)
  console.log({ ...result, seconds: Math.round((performance.now() - started) / 1000) })
  if (result.lost > 0 || result.duplicates > result.leasedAtKill) process.exitCode = 1
} finally {
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}
