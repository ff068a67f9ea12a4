import { parseArgs } from 'node:util'
import { Purser } from '../../src/sdk/client.ts'
import { startChild } from '../support/child.ts'
import { startReceiver } from '../webhooks/rig.ts'
import { run, type LoadResult } from './load.ts'
import { seed } from './seed.ts'

/**
 * Authorizations per second over HTTP, beside a bare Fastify route and beside the same Purser with one transaction for
 * each authorization, in one run on one machine: absolute figures of a shared machine mean little, ratios more. All have a
 * webhook subscribed to declines, of which there are none; once every decision is delivered as well.
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

interface Contender {
  readonly name: string
  readonly url: string
  readonly bodies: readonly string[]
  /** Before each run; answers what to do after it. */
  readonly prepare?: () => Promise<() => Promise<unknown>>
}

const bare = await startChild('bench/authorizations/bare-fastify.ts', [])
const batched = await startChild('bench/authorizations/purser-node.ts', ['--api-key', API_KEY])
const single = await startChild('bench/authorizations/purser-node.ts', [
  '--api-key',
  API_KEY,
  '--max-batch',
  '1',
  '--lanes',
  '10',
])
const receiver = await startReceiver()

try {
  const perRun: number[] = []
  const [purser, oneEach] = [await seeded(batched.url), await seeded(single.url)]
  const everyEvent = async () => {
    const { id } = await purser.webhooks.create({ url: `${receiver.url}/0`, events: ['transaction.created'] })
    const before = await receiver.count()
    return async () => {
      perRun.push((await receiver.count()) - before)
      await purser.webhooks.delete(id)
    }
  }
  const contenders: Contender[] = [
    { name: 'bare Fastify route', url: bare.url, bodies: ['{"amount":100}'] },
    { name: 'Purser', url: purser.url, bodies: purser.spread },
    { name: 'Purser, every event delivered', url: purser.url, bodies: purser.spread, prepare: everyEvent },
    { name: 'Purser, one hot card', url: purser.url, bodies: purser.hot },
    { name: 'one transaction each', url: oneEach.url, bodies: oneEach.spread },
    { name: 'one transaction each, one hot card', url: oneEach.url, bodies: oneEach.hot },
  ]
  const results = new Map<string, LoadResult[]>()
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, url, bodies, prepare } of contenders) {
      const headers = { authorization: `Bearer ${API_KEY}` }
      const after = await prepare?.()
      const result = await run({ url, connections, seconds: round === 0 ? 3 : seconds, headers, bodies })
      await after?.()
      if (round > 0) results.set(name, [...(results.get(name) ?? []), result]) // round 0 warms up
    }
  }
  print(results)
  console.log(`Deliveries in each run of ${seconds} s with every event delivered: ${perRun.slice(1).join(', ')}`)
} finally {
  await Promise.all([bare, batched, single, receiver].map((child) => child.stop()))
}

/** A Purser with cards to buy on, and a webhook on declines. */
async function seeded(origin: string) {
  const baseUrl = `${origin}/v1`
  const { webhooks } = new Purser({ baseUrl, apiKey: API_KEY })
  await webhooks.create({ url: `${receiver.url}/0`, events: ['transaction.declined'] })
  return { ...(await seed(baseUrl, API_KEY)), webhooks, url: `${baseUrl}/network/authorizations` }
}

function print(results: Map<string, LoadResult[]>): void {
  const rows = [...results].map(([name, all]) => ({ name, ...median(all) }))
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

function median(all: LoadResult[]): LoadResult {
  const sorted = all.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  return sorted[Math.floor(sorted.length / 2)] as LoadResult
}
