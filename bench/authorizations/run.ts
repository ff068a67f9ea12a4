import { parseArgs } from 'node:util'
import { Purser } from '../../clients/typescript/src/client.ts'
import { startServerProcess, type ServerProcess } from '../support/child.ts'
import { startBenchReceiver } from '../webhooks/rig.ts'
import { medianLoadTest, runLoadTest, type LoadTestResult } from '../support/load.ts'
import { purchaseOfUnknownCard, seedBenchNode } from '../support/seed.ts'

/**
 * Measures authorizations per second over HTTP, beside bare Fastify routes and beside the same Purser with one transaction for each
 * authorization, in one run on one machine: absolute figures of a shared machine mean little, and ratios mean more. Each Purser has a
 * webhook that is subscribed to declines, of which there are none, and one run delivers every decision, too. In each round each server runs
 * alone, because what a database still has to write afterwards would slow down the next one.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '128' },
    rounds: { type: 'string', default: '2' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)
const rounds = Number(values.rounds)

const API_KEY = 'sk_benchmark0benchmark0benchmark0benchmark0'

const HEADERS = { authorization: `Bearer ${API_KEY}` }
const WARM_UP_SECONDS = 5

interface Contender {
  readonly name: string
  readonly url: string
  readonly bodies: readonly string[]
  /** Prepares the measured server before each measurement. Resolves to the function that cleans up after it. */
  readonly prepare?: () => Promise<() => Promise<unknown>>
}

interface Server {
  start(): Promise<ServerProcess>
  contenders(url: string): Promise<Contender[]>
}

const receiver = await startBenchReceiver()
const delivered: number[] = []
const results = new Map<string, LoadTestResult[]>()

const startPurser = (...args: string[]) =>
  startServerProcess('bench/authorizations/purser-node.ts', ['--api-key', API_KEY, ...args])
const servers: Server[] = [
  {
    start: () => startServerProcess('bench/support/bare-fastify.ts', []),
    contenders: async (url) => [
      { name: 'bare Fastify route', url: `${url}/`, bodies: ['{"amount":100}'] },
      {
        name: 'the same, requests and replies as long as below',
        url: `${url}/of/1200`,
        bodies: [purchaseOfUnknownCard],
      },
    ],
  },
  {
    start: startPurser,
    contenders: async (origin) => {
      const { webhooks, url, spread, hot } = await seeded(origin)
      const everyEvent = async () => {
        const { id } = await webhooks.create({ url: `${receiver.url}/0`, events: ['transaction.created'] })
        const before = await receiver.count()
        return async () => {
          delivered.push((await receiver.count()) - before)
          await webhooks.delete(id)
        }
      }
      return [
        { name: 'Purser', url, bodies: spread },
        { name: 'Purser, one hot card', url, bodies: hot },
        { name: 'Purser, every event delivered', url, bodies: spread, prepare: everyEvent },
      ]
    },
  },
  {
    start: () => startPurser('--max-batch', '1', '--max-in-flight', '10'),
    contenders: async (origin) => {
      const { url, spread, hot } = await seeded(origin)
      return [
        { name: 'one transaction each', url, bodies: spread },
        { name: 'one transaction each, one hot card', url, bodies: hot },
      ]
    },
  },
]

try {
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) await measure(server)
  }
  print()
  console.log(`Deliveries in each run of ${seconds} s with every event delivered: ${delivered.join(', ')}`)
} finally {
  await receiver.stop()
}

async function measure({ start, contenders }: Server): Promise<void> {
  const child = await start()
  try {
    for (const { name, url, bodies, prepare } of await contenders(child.url)) {
      const after = await prepare?.()
      const load = { urls: [url], connections, headers: HEADERS, requests: bodies.map((body) => ({ body })) }
      await runLoadTest({ ...load, seconds: WARM_UP_SECONDS })
      const result = await runLoadTest({ ...load, seconds })
      await after?.()
      results.set(name, [...(results.get(name) ?? []), result])
    }
  } finally {
    await child.stop()
  }
}

/** Fills a Purser with cards to buy with, and a webhook for declines. */
async function seeded(origin: string) {
  const baseUrl = `${origin}/v1`
  const { webhooks } = new Purser({ baseUrl, apiKey: API_KEY })
  await webhooks.create({ url: `${receiver.url}/0`, events: ['transaction.declined'] })
  return { ...(await seedBenchNode(baseUrl, API_KEY)), webhooks, url: `${baseUrl}/network/authorizations` }
}

function print(): void {
  const rows = [...results].map(([name, all]) => ({ name, ...medianLoadTest(all) }))
  const yardstick = rows[0]?.requestsPerSecond ?? 1
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians; Node ${process.version}`)
  console.table(
    rows.map(({ name, requestsPerSecond, p50Ms, p99Ms, errors, non2xx }) => ({
      what: name,
      'requests/s': Math.round(requestsPerSecond),
      'of bare': (requestsPerSecond / yardstick).toFixed(2),
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      errors: errors + non2xx,
    })),
  )
}
