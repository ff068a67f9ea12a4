import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../../src/app/postgres/embedded-postgres.ts'
import { createDatabase } from '../../../src/store/connection/create-database.ts'
import { crowds, openCrashRig, points, type CrashRig, type CrashRound } from '../crash-rounds.ts'

/**
 * Kills a node so often, and stops its PostgreSQL at once a fifth as often: `node test/faults/scripts/crash.ts --rounds 100`.
 * Exits 1 where an answered approval is lost or doubled, `purser verify` finds a difference, or a node that was not
 * killed is not ready 3 seconds after the database.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
const kills = Number(values.rounds)
const LATEST_READY_MS = 3000
const kinds = points.filter((point) => point !== 'database')

const dataDirectory = await mkdtemp(join(tmpdir(), 'purser-crash-'))
const said: string[] = []
const server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: (line) => said.push(line) })
const rounds: CrashRound[] = []
let rig: CrashRig | null = null
let failed = 0
try {
  rig = await openCrashRig({ connection: await createDatabase(server.connection, 'purser'), dataDirectory })
  for (let n = 0; n < kills; n += 1) {
    const crowd = crowds[Math.floor(n / kinds.length) % crowds.length] as (typeof crowds)[number]
    await note(rig.round(kinds[n % kinds.length] as (typeof kinds)[number], crowd))
    if (n % 5 === 4) await note(rig.round('database', crowd))
  }
  const differences = await rig.verifyAll()
  failed += differences.length
  for (const line of differences.slice(0, 20)) console.log(line)
} catch (error) {
  for (const line of said.slice(-30)) console.log(line)
  throw error
} finally {
  await rig?.close()
  await server.stop()
  await rm(dataDirectory, { recursive: true, force: true })
}
for (const point of points) console.log(point, summary(rounds.filter((round) => round.point === point)))
if (failed > 0) process.exitCode = 1

async function note(round: Promise<CrashRound>): Promise<void> {
  const done = await round
  rounds.push(done)
  const isLate = done.point === 'database' && done.readyMs > LATEST_READY_MS
  if (isLate) console.log(`ready only after ${Math.round(done.readyMs)} ms`)
  for (const line of done.broken.slice(0, 5)) console.log(line)
  failed += done.broken.length + (isLate ? 1 : 0)
  if (rounds.length % 10 === 0) console.log(`${rounds.length} rounds, ${failed} failures`)
}

function summary(of: readonly CrashRound[]) {
  const ready = of.map(({ readyMs }) => Math.round(readyMs)).toSorted((a, b) => a - b)
  return {
    rounds: of.length,
    answered: of.reduce((sum, { answered }) => sum + answered, 0),
    retried: of.reduce((sum, { retried }) => sum + retried, 0),
    broken: of.reduce((sum, { broken }) => sum + broken.length, 0),
    readyMs: { median: ready[Math.floor(ready.length / 2)], most: ready.at(-1) },
  }
}
