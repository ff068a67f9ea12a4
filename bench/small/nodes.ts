import { parseArgs } from 'node:util'
import { medianLoadTest, runLoadTest, type LoadTestResult } from '../support/load.ts'
import { seedBenchNode } from '../support/seed.ts'
import { BENCH_API_KEY, openBenchStack, type BenchNode } from '../support/stack.ts'

/**
 * Measures the same authorizations through one node, and spread over two nodes on the same PostgreSQL: `npm run bench -- nodes`. It measures
 * in turns, first while no table was ever analyzed, then again after all were. The exit code is 1 if a request is not answered with 200.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '1000,100' },
    cards: { type: 'string', default: '1000' }, // the cards of all customers together
    connections: { type: 'string', default: '128' },
    seconds: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const connections = Number(values.connections)
/** The least rate of two nodes together, as a multiple of one node's rate, by the least number of customers for which it is demanded. */
const BARS = [
  { customers: 1000, ratio: 0.85 },
  { customers: 0, ratio: 0.75 },
]
const MOST_P99_MS = 100

const rows: object[] = []
try {
  for (const customers of values.customers.split(',').map(Number)) await measureWith(customers)
} finally {
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, medians; Node ${process.version}`)
  console.table(rows)
}

async function measureWith(customers: number): Promise<void> {
  const stack = await openBenchStack()
  try {
    await stack.stopAutovacuum()
    const nodes = [await stack.startNode(), await stack.startNode()]
    const cardsEach = Math.ceil(Number(values.cards) / customers)
    const { spread } = await seedBenchNode((nodes[0] as BenchNode).baseUrl, BENCH_API_KEY, { customers, cardsEach })
    await compare({ customers, database: 'never analyzed' }, nodes, spread)
    await stack.database.pool.query('vacuum analyze')
    await compare({ customers, database: 'analyzed' }, nodes, spread)
  } finally {
    await stack.close()
  }
}

async function compare(about: { customers: number; database: string }, nodes: BenchNode[], bodies: readonly string[]) {
  const one: LoadTestResult[] = []
  const two: LoadTestResult[] = []
  for (let round = 0; round < rounds; round += 1) {
    one.push(await load(nodes.slice(0, 1), bodies))
    two.push(await load(nodes, bodies))
  }
  const results = [medianLoadTest(one), medianLoadTest(two)] as const
  const [first, second] = results
  const ratio = second.requestsPerSecond / first.requestsPerSecond
  const bar = BARS.find(({ customers }) => about.customers >= customers)?.ratio ?? 0
  for (const [index, { requestsPerSecond, p50Ms, p99Ms, errors, non2xx }] of results.entries()) {
    if (errors + non2xx > 0) process.exitCode = 1
    rows.push({
      ...about,
      nodes: index + 1,
      'requests/s': Math.round(requestsPerSecond),
      'of one': index === 0 ? null : Number(ratio.toFixed(2)),
      bar: index === 0 ? null : bar,
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      errors: errors + non2xx,
      reached: (index === 0 || ratio >= bar) && p99Ms <= MOST_P99_MS && errors + non2xx === 0,
    })
  }
}

/**
 * Measures the rate of some nodes. The load begins with a warm-up, because a node that has been idle must first read what the other one has
 * done.
 */
async function load(nodes: readonly BenchNode[], bodies: readonly string[]): Promise<LoadTestResult> {
  const asked = {
    urls: nodes.map(({ baseUrl }) => `${baseUrl}/network/authorizations`),
    connections,
    headers: { authorization: `Bearer ${BENCH_API_KEY}` },
    requests: bodies.map((body) => ({ body })),
  }
  await runLoadTest({ ...asked, seconds: Number(values['warm-up']) })
  return runLoadTest({ ...asked, seconds })
}
