import { parseArgs } from 'node:util'
import { assertPresent } from '../../src/lib/assert.ts'
import { Latencies } from '../support/latencies.ts'
import { BENCH_API_KEY, openBenchStack, type BenchNode, type BenchStack } from '../support/stack.ts'
import { storeTransactionsOnce, updateAllRollups } from './filled.ts'
import {
  dashboardRequests,
  spendStatsRequests,
  type DashboardRequestSubjects,
  type DashboardRequest,
} from './requests.ts'

/**
 * Measures every request of the dashboard's pages, with many cards and transactions: `npm run bench:dashboard`. It measures while no table
 * was ever analyzed, and again after all were. The exit code is 1 if a median is above its bar.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '500' },
    transactions: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '20' },
    'kept-in': { type: 'string' },
  },
})
const STATS_MS = 100
const PAGES_MS = 150

const stack = await openBenchStack({ keptIn: values['kept-in'] })
try {
  await stack.stopAutovacuum()
  await storeTransactionsOnce(stack, { customers: Number(values.customers), transactions: Number(values.transactions) })
  await updateAllRollups(stack)
  const node = await stack.startNode()
  const asked = await someOf(stack)
  const now = Date.now()
  const all = [
    ...spendStatsRequests(asked, now).map((request) => ({ ...request, bar: STATS_MS })),
    ...dashboardRequests(asked, now).map((request) => ({ ...request, bar: PAGES_MS })),
  ]
  const rows = [...(await measureAll(node, 'never analyzed', all))]
  await stack.database.pool.query('vacuum analyze')
  rows.push(...(await measureAll(node, 'analyzed', all)))
  console.table(rows)
  const slow = rows.filter(({ ms, bar }) => !(ms <= bar))
  console.log(`${slow.length} of ${rows.length} medians above their bar`)
  if (slow.length > 0) process.exitCode = 1
} finally {
  await stack.close()
}

/** The ids in the paths of the dashboard's requests: those of the newest declined transaction, and of an approval. */
async function someOf({ database: { pool } }: BenchStack): Promise<DashboardRequestSubjects> {
  const { rows } =
    await pool.query<DashboardRequestSubjects>(`select t.customer_id as "customerId", t.agent_id as "agentId", t.card_id as "cardId",
      t.id as "transactionId", a.id as "approvalId", a.intent_id as "intentId"
    from (select * from transactions where decision = 'decline' order by id desc limit 1) t, (select * from approvals limit 1) a`)
  return assertPresent(rows[0], 'a filled database has one of each')
}

async function measureAll(
  { baseUrl }: BenchNode,
  database: string,
  requests: readonly (DashboardRequest & { bar: number })[],
) {
  const measured = []
  for (const { page, path, bar } of requests) {
    const latencies = new Latencies()
    const bytes = await ask(baseUrl, path, new Latencies()) // fills the caches of node and database
    for (let time = 0; time < Number(values.times); time += 1) await ask(baseUrl, path, latencies)
    const shown = path.replaceAll(/[a-z]+_[0-9A-Z]{20,}/g, '...').replaceAll(/(from|to|created\w+)=[^&]*&?/g, '')
    const [ms, worst] = [latencies.shown(0.5) ?? Number.NaN, latencies.shown(1)]
    measured.push({ database, page, path: shown, bytes, ms, worst, bar })
  }
  return measured
}

async function ask(baseUrl: string, path: string, latencies: Latencies): Promise<number> {
  const started = performance.now()
  const reply = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${BENCH_API_KEY}` } })
  const text = await reply.text()
  latencies.add(performance.now() - started)
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`)
  return text.length
}
