import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { startChild } from '../support/child.ts'
import { Latencies } from '../support/latencies.ts'
import { API_KEY, openStack } from '../support/stack.ts'
import type { Crowd } from './crowd.ts'

/**
 * Measures authorizations alone, and beside clients without a valid key that ask at full speed, for one thing after the other: `npm run
 * bench:strangers`. The exit code is 1 if the median beside them is more than three times the median right before.
 */
const { values } = parseArgs({
  options: {
    strangers: { type: 'string', default: '20' },
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '8' },
  },
})
const MOST = 3
const SETTLE_MS = 500

const crowds = {
  'unknown keys': { path: '/v1/cards', isKeyed: true },
  '/metrics': { path: '/metrics', isKeyed: false },
  'the script of /docs': { path: '/docs/js/scalar.js', isKeyed: false },
  '/openapi.json': { path: '/openapi.json', isKeyed: false },
  '/healthz': { path: '/healthz', isKeyed: false },
}

const stack = await openStack()
try {
  const rows = []
  for (const [strangers, crowd] of Object.entries(crowds)) {
    // Each measurement has a new node, whose addresses have not used up any of their requests.
    const node = await stack.startNode()
    const { origin } = new URL(node.baseUrl)
    const { id: customerId } = await node.purser.customers.create({ email: 'strangers@example.com' })
    const { id: cardId } = await node.purser.cards.create({ customerId, limits: { perDay: 1e14 } })
    await authorize(origin, cardId) // warms the node up
    const alone = await authorize(origin, cardId)
    const { latencies, statuses } = await beside({ origin, clients: Number(values.strangers), ...crowd }, () =>
      authorize(origin, cardId),
    )
    await node.stop()
    const ratio = (latencies.quantile(0.5) ?? Infinity) / (alone.quantile(0.5) ?? 0)
    if (ratio > MOST) process.exitCode = 1
    rows.push({
      strangers,
      'alone p50 ms': alone.shown(0.5),
      'beside p50 ms': latencies.shown(0.5),
      'beside p99 ms': latencies.shown(0.99),
      ratio: Math.round(ratio * 100) / 100,
      'they got': JSON.stringify(statuses),
    })
  }
  console.log(`${values.strangers} strangers, ${values.clients} clients with a key; Node ${process.version}`)
  console.table(rows)
} finally {
  await stack.close()
}

/** Clients with a key buy: each sends its next authorization when the last one is answered. */
async function authorize(origin: string, cardId: string): Promise<Latencies> {
  const clients = Number(values.clients)
  const pool = new Pool(origin, { connections: clients, pipelining: 1 })
  const latencies = new Latencies()
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ cardId, amount: 1 })
  const until = performance.now() + Number(values.seconds) * 1000
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

async function beside(crowd: Crowd, measure: () => Promise<Latencies>) {
  const child = await startChild('bench/strangers/crowd.ts', [JSON.stringify(crowd)])
  await delay(SETTLE_MS)
  const latencies = await measure()
  const statuses = await child.ask<Record<number, number>>('what did you get')
  await child.stop()
  return { latencies, statuses }
}
