import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { startServerProcess } from '../support/child.ts'
import { Latencies } from '../support/latencies.ts'
import { BENCH_API_KEY, type BenchStack } from '../support/stack.ts'
import type { KeylessCrowd } from './keyless-crowd.ts'

export interface KeylessCrowdOptions {
  readonly strangers: number
  readonly clients: number
  readonly seconds: number
}

const MOST = 3
const PAUSE_MS = 500

const crowds = {
  'unknown keys': { path: '/v1/cards', isKeyed: true },
  '/metrics': { path: '/metrics', isKeyed: false },
  'the script of /docs': { path: '/docs/js/scalar.js', isKeyed: false },
  '/openapi.json': { path: '/openapi.json', isKeyed: false },
  '/healthz': { path: '/healthz', isKeyed: false },
}

/**
 * Measures authorizations alone, and beside clients without a valid API key that send requests at full speed: one kind of request after the
 * other. Returns the names of those kinds beside which the median latency is more than three times the one right before.
 */
export async function measureBesideKeylessClients(
  stack: BenchStack,
  { strangers: clients, ...buying }: KeylessCrowdOptions,
): Promise<string[]> {
  const rows = []
  for (const [crowdName, crowd] of Object.entries(crowds)) {
    // Each measurement has a new node, on which no address has used up any of its requests.
    const node = await stack.startNode()
    const { origin } = new URL(node.baseUrl)
    const { id: customerId } = await node.purser.customers.create({ email: 'strangers@example.com' })
    const { id: cardId } = await node.purser.cards.create({ customerId, limits: { perDay: 1e14 } })
    const measure = () => authorize(origin, cardId, buying)
    await measure() // warms the node up
    const alone = await measure()
    const { latencies, statuses } = await beside({ origin, clients, ...crowd }, measure)
    await node.stop()
    rows.push({
      strangers: crowdName,
      'alone p50 ms': alone.shown(0.5),
      'beside p50 ms': latencies.shown(0.5),
      'beside p99 ms': latencies.shown(0.99),
      ratio: Math.round(((latencies.quantile(0.5) ?? Infinity) / (alone.quantile(0.5) ?? 0)) * 100) / 100,
      'they got': JSON.stringify(statuses),
    })
  }
  console.table(rows)
  return rows.filter(({ ratio }) => ratio > MOST).map((row) => row.strangers)
}

/** Sends authorizations with a valid key: each client sends its next one when the last one is answered. */
async function authorize(
  origin: string,
  cardId: string,
  { clients, seconds }: Omit<KeylessCrowdOptions, 'strangers'>,
): Promise<Latencies> {
  const pool = new Pool(origin, { connections: clients, pipelining: 1 })
  const latencies = new Latencies()
  const headers = { authorization: `Bearer ${BENCH_API_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ cardId, amount: 1 })
  const until = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now()
      const reply = await pool.request({ path: '/v1/network/authorizations', method: 'POST', headers, body })
      await reply.body.dump()
      if (reply.statusCode !== 200) throw new Error(`An authorization was answered ${reply.statusCode}.`)
      latencies.add(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await pool.destroy()
  return latencies
}

async function beside(crowd: KeylessCrowd, measure: () => Promise<Latencies>) {
  const child = await startServerProcess('bench/strangers/keyless-crowd.ts', [JSON.stringify(crowd)])
  await delay(PAUSE_MS)
  const latencies = await measure()
  const statuses = await child.ask<Record<number, number>>('what did you get')
  await child.stop()
  return { latencies, statuses }
}
