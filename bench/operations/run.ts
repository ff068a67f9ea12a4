import { parseArgs } from 'node:util'
import { startServerProcess } from '../support/child.ts'
import { medianLoadTest, runLoadTest, type LoadTestResult, type LoadTestRequest } from '../support/load.ts'
import { BENCH_API_KEY, openBenchStack } from '../support/stack.ts'
import { measuredOperationsOn, type MeasuredOperation } from './operations.ts'

/**
 * Measures each operation beside a bare Fastify route that gets the same request and answers as many bytes, in turn: `npm run
 * bench:operations`. The exit code is 1 if a request is not answered with a status of success.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' }, // operations whose names contain this text
  },
})
const headers = { authorization: `Bearer ${BENCH_API_KEY}` }

interface Contest {
  readonly operation: MeasuredOperation
  readonly bytes: number
  readonly bare: LoadTestResult[]
  readonly purser: LoadTestResult[]
}

const stack = await openBenchStack()
const bare = await startServerProcess('bench/support/bare-fastify.ts', [])
try {
  const { baseUrl } = await stack.startNode()
  const { origin } = new URL(baseUrl)
  const contests: Contest[] = []
  for (const operation of await measuredOperationsOn(baseUrl, BENCH_API_KEY)) {
    if (!operation.name.includes(values.only)) continue
    contests.push({ operation, bytes: await lengthOf(origin, operation.requests[0]), bare: [], purser: [] })
  }
  await stack.database.pool.query('vacuum analyze')
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const contest of contests) {
      const { requests } = contest.operation
      const path = `/of/${contest.bytes}`
      contest.bare.push(
        await load(
          bare.url,
          requests.map((request) => ({ ...request, path })),
        ),
      )
      contest.purser.push(await load(origin, requests))
    }
  }
  print(contests)
} finally {
  await bare.stop()
  await stack.close()
}

async function load(url: string, requests: readonly LoadTestRequest[]): Promise<LoadTestResult> {
  const asked = { urls: [url], connections: Number(values.connections), headers, requests }
  await runLoadTest({ ...asked, seconds: Number(values['warm-up']) })
  return runLoadTest({ ...asked, seconds: Number(values.seconds) })
}

/** The length in bytes of the answer to a request. */
async function lengthOf(origin: string, { method = 'POST', path = '/', body }: LoadTestRequest = {}): Promise<number> {
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: body ?? null,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  return Buffer.byteLength(text)
}

function print(contests: readonly Contest[]): void {
  console.log(
    `${values.connections} connections, ${values.rounds} rounds of ${values.seconds} s, medians; Node ${process.version}`,
  )
  console.table(
    contests.map(({ operation: { name, bar }, bytes, ...all }) => {
      const purser = medianLoadTest(all.purser)
      const yardstick = medianLoadTest(all.bare)
      const ratio = purser.requestsPerSecond / yardstick.requestsPerSecond
      const errors = purser.errors + purser.non2xx
      if (errors > 0) process.exitCode = 1
      return {
        operation: name,
        bytes,
        'requests/s': Math.round(purser.requestsPerSecond),
        'bare/s': Math.round(yardstick.requestsPerSecond),
        'of bare': Number(ratio.toFixed(2)),
        bar,
        'p50 ms': purser.p50Ms,
        'p99 ms': purser.p99Ms,
        errors,
        reached: ratio >= bar && errors === 0,
      }
    }),
  )
}
