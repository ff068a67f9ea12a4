import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assertPresent } from '../../../src/lib/assert.ts'
import { ServiceBusyError } from '../../../src/lib/traffic/busy-error.ts'
import { distributeTables } from '../../../src/store/distribution/distribute.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { TEST_API_KEY, startNode } from '../../support/processes/start-node.ts'
import { moveShard } from '../../support/postgres/move-shard.ts'
import { CitusLoad } from '../citus-load.ts'
import { openTestVault } from '../../support/test-vault.ts'

/**
 * `verify` beside a shard that moves there and back, again and again, under a load of purchases, on an empty database of a Citus:
 * `node test/faults/scripts/verify-beside-moves.ts --database URL`. `--pause`: milliseconds between two moves. Exits 1 where a run told of a
 * difference. A run may also say that shards go on moving: that is no difference, and counted beside them.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    runs: { type: 'string', default: '20' },
    customers: { type: 'string', default: '8' },
    shards: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    pause: { type: 'string', default: '2000' },
  },
})
const connection = values.database
await migrateDatabase(connection)
const { obstacles } = await distributeTables(connection, { shards: Number(values.shards) })
if (obstacles.length > 0) throw new Error(obstacles.join('\n'))
const patient = openDatabase({ connection, maxConnections: 8, isPatient: true })
const database = openDatabase({ connection, maxConnections: 20 })
const node = await startNode(database)
const load = await CitusLoad.prepare(node, { apiKey: TEST_API_KEY, customers: Number(values.customers) })
await load.during('before', () => delay(Number(values.seconds) * 1000))

const moves = { done: 0, failed: 0 }
const over = new AbortController()
const moving = moveOn()
const runs: object[] = []
const differences: string[] = []
for (let run = 1; run <= Number(values.runs); run += 1) {
  const [begun, movesBefore] = [performance.now(), moves.done]
  const told: string[] = []
  const ended = await verifyDatabase(patient, {
    vault: await openTestVault(patient),
    onDifference: (one) => told.push(describeReplayDifference(one)),
  }).catch(busy)
  differences.push(...told)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const entries = ended?.entries ?? 'shards go on moving'
  const figures = { run, entries, moves: moves.done - movesBefore, seconds, differences: told.length }
  console.log(figures)
  runs.push(figures)
}
over.abort()
await moving
await load.end()
const told: string[] = []
const { entries } = await verifyDatabase(patient, {
  vault: await openTestVault(patient),
  onDifference: (one) => told.push(describeReplayDifference(one)),
})
console.table(runs)
console.log({ moves, answered: load.answered.length, differences, quiet: { entries, differences: told } })
await node.stop()
await database.close()
await patient.close()
if (differences.length + told.length > 0) process.exitCode = 1

/** The shard of the first buyer. A move that meets a busy shard fails, and is tried again. */
async function moveOn(): Promise<void> {
  const bucket = assertPresent(load.buckets[0], 'there is a buyer')
  while (!over.signal.aborted) {
    await moveShard(patient.pool, bucket, 'force_logical').then(
      () => (moves.done += 1),
      () => (moves.failed += 1),
    )
    await delay(Number(values.pause))
  }
}

function busy(error: unknown): null {
  if (error instanceof ServiceBusyError) return null
  throw error
}
