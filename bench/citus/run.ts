import { parseArgs } from 'node:util'
import { type ServerProcess, startServerProcess } from '../support/child.ts'
import { type LoadTestResult, medianLoadTest, runLoadTest } from '../support/load.ts'
import { seedBenchNode, type SeededPurchases } from '../support/seed.ts'
import { clusterProcessorSeconds } from './processor-time.ts'

/**
 * Measures the same authorizations through one node on databases that you name, for instance a PostgreSQL and the coordinator of a Citus of
 * the same version on this machine: the rate, the latency, and the processor time of their servers. The databases must be empty, and unused
 * by anything else; one on a Citus must already be distributed.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string', multiple: true, default: [] },
    customers: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '128' },
    rounds: { type: 'string', default: '2' },
  },
})
const API_KEY = 'sk_benchmark0benchmark0benchmark0benchmark0'
const WARM_UP_SECONDS = 5
const MICROSECONDS = 1_000_000

interface Result extends LoadTestResult {
  readonly microseconds: number
}
const results = new Map<string, Result[]>()

const contenders = []
for (const database of values.database) contenders.push(await start(database))
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const contender of contenders) await measure(contender)
}
for (const { child } of contenders) await child.stop()
console.log(`${values.connections} connections, ${values.customers} customers, medians of ${values.rounds} rounds`)
console.table(
  [...results].map(([what, all]) => {
    const { requestsPerSecond, p50Ms, p99Ms, errors, non2xx } = medianLoadTest(all)
    const microseconds = all.map((one) => one.microseconds).toSorted((a, b) => a - b)[Math.floor(all.length / 2)]
    const rate = Math.round(requestsPerSecond)
    return {
      what,
      'requests/s': rate,
      'us of the database': Math.round(microseconds ?? 0),
      p50Ms,
      p99Ms,
      errors: errors + non2xx,
    }
  }),
)

interface Contender {
  readonly database: string
  readonly child: ServerProcess
  readonly seeded: SeededPurchases
}

async function start(database: string): Promise<Contender> {
  process.env['DATABASE_URL'] = database
  const child = await startServerProcess('bench/authorizations/purser-node.ts', ['--api-key', API_KEY])
  const size = { customers: Number(values.customers), cardsEach: 5 }
  return { database, child, seeded: await seedBenchNode(`${child.url}/v1`, API_KEY, size) }
}

async function measure({ database, child, seeded }: Contender): Promise<void> {
  const urls = [`${child.url}/v1/network/authorizations`]
  const headers = { authorization: `Bearer ${API_KEY}` }
  for (const [name, bodies] of [
    ['many customers', seeded.spread],
    ['one card', seeded.hot],
  ] as const) {
    const requests = bodies.map((body) => ({ body }))
    const load = { urls, connections: Number(values.connections), headers, requests }
    await runLoadTest({ ...load, seconds: WARM_UP_SECONDS })
    const before = await clusterProcessorSeconds(database)
    const result = await runLoadTest({ ...load, seconds: Number(values.seconds) })
    const used = (await clusterProcessorSeconds(database)) - before
    const microseconds = (used / (result.requestsPerSecond * Number(values.seconds))) * MICROSECONDS
    const what = `${new URL(database).host}, ${name}`
    results.set(what, [...(results.get(what) ?? []), { ...result, microseconds }])
  }
}
