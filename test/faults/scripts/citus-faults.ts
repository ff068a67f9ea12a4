import { exec } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import type pg from 'pg'
import { bucketOfId } from '../../../src/lib/buckets.ts'
import { distributeTables, MOST_SHARDS } from '../../../src/store/distribution/distribute.ts'
import { readBucketAddresses } from '../../../src/store/sharding/topology.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { migrateDatabase } from '../../../src/store/schema/migrations.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { moveShard } from '../../support/postgres/move-shard.ts'
import { TEST_API_KEY, startNode } from '../../support/processes/start-node.ts'
import { type Answered, CitusLoad } from '../citus-load.ts'
import { openTestVault } from '../../support/test-vault.ts'

/**
 * Purchases while a shard moves, and while a worker is killed and comes back, on an empty database of a Citus:
 * `node test/faults/scripts/citus-faults.ts --database URL --worker HOST:PORT --kill COMMAND --start COMMAND`. The commands are of the shell, for
 * instance `pg_ctl stop -m immediate`. Exits 1 where an answer is not what is stored, or `verify` finds a difference.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    worker: { type: 'string', default: '' },
    kill: { type: 'string', default: '' },
    start: { type: 'string', default: '' },
    customers: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '10' },
  },
})
const connection = values.database
const phaseMs = Number(values.seconds) * 1000
const shell = promisify(exec)
const onCoordinator = async <Row extends pg.QueryResultRow>(text: string, parameters: unknown[] = []) =>
  (await patient.pool.query<Row>(text, parameters)).rows

await migrateDatabase(connection)
const { obstacles } = await distributeTables(connection, { shards: MOST_SHARDS })
if (obstacles.length > 0) throw new Error(obstacles.join('\n'))
const patient = openDatabase({ connection, maxConnections: 2, isPatient: true })
const database = openDatabase({ connection, maxConnections: 20 })
const node = await startNode(database)
const load = await CitusLoad.prepare(node, { apiKey: TEST_API_KEY, customers: Number(values.customers) })
const addresses = await readBucketAddresses(patient.pool)
const serverOf = (bucket: number) => `${addresses.get(bucket)?.host}:${addresses.get(bucket)?.port}`

const bucketToMove = load.buckets.find((bucket) => serverOf(bucket) !== values.worker)
if (bucketToMove === undefined)
  throw new Error(`--worker: one of ${[...new Set(load.buckets.map(serverOf))].join(', ')}`)
await load.during('warming up', () => delay(phaseMs))
await load.during('quiet', () => delay(phaseMs))
const moveMs = await load.during('a shard moves', async () => {
  const begun = performance.now()
  await moveShard(patient.pool, bucketToMove, 'force_logical')
  const took = performance.now() - begun
  await delay(Math.max(0, phaseMs - took))
  return took
})
await load.during('the worker is killed', async () => {
  await shell(values.kill)
  await delay(phaseMs)
})
await load.during('the worker comes back', async () => {
  await shell(values.start)
  await delay(phaseMs)
})
await load.during('quiet again', () => delay(phaseMs))
await load.end()

const touched = {
  'a shard moves': (bucket: number) => bucket === bucketToMove,
  'the worker is killed': (bucket: number) => serverOf(bucket) === values.worker,
  'the worker comes back': (bucket: number) => serverOf(bucket) === values.worker,
}
console.log(
  `the move took ${(moveMs / 1000).toFixed(1)} s; answers of other buckets than the one that moves, or those of the worker`,
)
console.table(load.table((phase, bucket) => touched[phase as keyof typeof touched]?.(bucket) ?? false))
const wrong = await notAsStored(load.answered)
const differences: string[] = []
const { entries } = await verifyDatabase(patient, {
  vault: await openTestVault(patient),
  onDifference: (one) => differences.push(describeReplayDifference(one)),
})
console.log({
  answered: load.answered.length,
  unanswered: load.unanswered,
  notAsStored: wrong,
  verified: entries,
  differences,
})
await node.stop()
await database.close()
await patient.close()
if (wrong > 0 || differences.length > 0) process.exitCode = 1

/** Answers of which something else is stored, or nothing, or more than once. */
async function notAsStored(answered: readonly Answered[]): Promise<number> {
  const rows = await onCoordinator<{ reference: string; id: string; status: string }>(
    'select network_reference as reference, id, decision as status from transactions where network_reference is not null',
  )
  const stored = Map.groupBy(rows, ({ reference }) => reference)
  return answered.filter(({ reference, id, decision, bucket }) => {
    const [row, ...more] = stored.get(reference) ?? []
    return row?.id !== id || row.status !== decision || more.length > 0 || bucketOfId(row.id) !== bucket
  }).length
}
