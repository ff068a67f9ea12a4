import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { assert } from '../../src/lib/assert.ts'
import { Latencies } from '../support/latencies.ts'
import { prepareHistoryContender, type HistorySizeContender } from './contender.ts'
import { printNodeMemory, printLatencyMedians, type LatencyMedians } from './latency-medians.ts'
import { measureHistoryRequest, historyBenchRequestNames, type HistoryBenchRequestName } from './ways.ts'

/**
 * Measures whether any request slows down with the number of transactions that a customer has: `npm run bench:growth`. Each size has a node
 * and a PostgreSQL of its own, without autovacuum, and they are asked in turn. It measures while no table was ever analyzed, and again
 * after all were. The exit code is 1 only if a reply is not what it should be.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    ways: { type: 'string', default: historyBenchRequestNames.join(',') },
    rounds: { type: 'string', default: '20' },
    requests: { type: 'string', default: '40' },
    clients: { type: 'string', default: '4' },
    verify: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const ways = values.ways.split(',').map(wayNamed)
const rounds = Number(values.rounds)
const load = { clients: Number(values.clients), requests: Number(values.requests) }

const dispatcher = new Agent({ keepAliveTimeout: 60_000 })
const contenders: HistorySizeContender[] = []
try {
  for (const size of sizes)
    contenders.push(await prepareHistoryContender(size, { dispatcher, isVerified: values.verify }))
  console.log(`${rounds} rounds of ${load.requests} requests, ${load.clients} clients; Node ${process.version}`)
  const medians = [...(await measureAll('never analyzed'))]
  for (const { stack } of contenders) await stack.database.pool.query('vacuum analyze')
  medians.push(...(await measureAll('analyzed')))
  printLatencyMedians(medians)
  await printNodeMemory(contenders)
} finally {
  for (const { stack } of contenders) await stack.close()
  await dispatcher.close()
}

function wayNamed(name: string): HistoryBenchRequestName {
  const way = historyBenchRequestNames.find((one) => one === name)
  assert(way !== undefined, `--ways takes ${historyBenchRequestNames.join(', ')}`)
  return way
}

/** Measures the requests of all ways in several rounds. Round 0 is not counted: it fills the caches of node and database. */
async function measureAll(state: string): Promise<LatencyMedians[]> {
  const all = ways.map((way) => ({ state, way, latencies: sizes.map(() => new Latencies()) }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { way, latencies } of all) {
      for (const [n, { ask, world }] of contenders.entries()) {
        const gathered = round === 0 ? new Latencies() : (latencies[n] as Latencies)
        await measureHistoryRequest({ ask, world, name: `${state}-${way}-${round}` }, { way, ...load }, gathered)
      }
    }
  }
  return all.map(({ latencies, ...rest }) => ({
    ...rest,
    bySize: new Map(sizes.map((size, n) => [size, latencies[n] as Latencies])),
  }))
}
