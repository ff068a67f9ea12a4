import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { medianLoadTest, runLoadTest, type LoadTestResult } from '../support/load.ts'
import { seedBenchNode } from '../support/seed.ts'
import { BENCH_API_KEY, openBenchStack, type BenchNode } from '../support/stack.ts'

/**
 * Measures the same authorizations through one process and through several behind one port (PURSER_PROCESSES), by turns, on the same
 * PostgreSQL: `npm run bench -- processes`. The exit code is 1 if a request is not answered with 200.
 */
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '2' },
    customers: { type: 'string', default: '200' },
    cards: { type: 'string', default: '200' }, // of all customers together
    connections: { type: 'string', default: '128' },
    seconds: { type: 'string', default: '10' },
    'warm-up': { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
  },
})
const connections = Number(values.connections)
const customers = Number(values.customers)

const stack = await openBenchStack()
try {
  await stack.stopAutovacuum()
  const one = await stack.startNode()
  const several = await stack.startNode({ PURSER_PROCESSES: values.processes })
  const { spread } = await seedBenchNode(one.baseUrl, BENCH_API_KEY, {
    customers,
    cardsEach: Math.ceil(Number(values.cards) / customers),
  })
  const measured: [one: Measured[], several: Measured[]] = [[], []]
  for (let round = 0; round < Number(values.rounds); round += 1) {
    measured[0].push(await load(one, spread))
    measured[1].push(await load(several, spread))
  }
  report(measured)
} finally {
  await stack.close()
}

interface Measured extends LoadTestResult {
  /** The node's processor time per request, in microseconds. On a shared machine it says more than the rate. */
  readonly nodeMicros: number
  readonly databaseMicros: number
}

/** Measures the rate of a node after a warm-up, because processes that have been idle must first read what the others have done. */
async function load(node: BenchNode, bodies: readonly string[]): Promise<Measured> {
  const requests = {
    urls: [`${node.baseUrl}/network/authorizations`],
    connections,
    headers: { authorization: `Bearer ${BENCH_API_KEY}` },
    requests: bodies.map((body) => ({ body })),
  }
  await runLoadTest({ ...requests, seconds: Number(values['warm-up']) })
  const before = await stack.processorTime(node)
  const result = await runLoadTest({ ...requests, seconds: Number(values.seconds) })
  const after = await stack.processorTime(node)
  const microsFor = (seconds: number) =>
    Math.round((seconds * 1_000_000) / (result.requestsPerSecond * Number(values.seconds)))
  console.log(`${Math.round(result.requestsPerSecond)}/s, load average ${loadavg()[0]?.toFixed(1)}`)
  return {
    ...result,
    nodeMicros: microsFor(after.node - before.node),
    databaseMicros: microsFor(after.database - before.database),
  }
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}

function report(measured: readonly Measured[][]): void {
  const results = measured.map((all) => ({
    ...medianLoadTest(all),
    nodeMicros: middle(all.map(({ nodeMicros }) => nodeMicros)),
    databaseMicros: middle(all.map(({ databaseMicros }) => databaseMicros)),
  }))
  const base = results[0]?.requestsPerSecond ?? 0
  console.log(
    `${connections} connections, ${values.rounds} rounds of ${values.seconds} s, medians; Node ${process.version}`,
  )
  console.table(
    results.map(({ requestsPerSecond, p50Ms, p99Ms, errors, non2xx, nodeMicros, databaseMicros }, index) => ({
      processes: index === 0 ? 1 : Number(values.processes),
      'requests/s': Math.round(requestsPerSecond),
      'of one': Number((requestsPerSecond / base).toFixed(2)),
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      'node us': nodeMicros,
      'database us': databaseMicros,
      errors: errors + non2xx,
    })),
  )
  if (results.some(({ errors, non2xx }) => errors + non2xx > 0)) process.exitCode = 1
}
