import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { present } from '../../src/lib/assert.ts'
import { run } from '../support/load.ts'
import { seed } from '../support/seed.ts'
import { API_KEY, openStack, type Node } from '../support/stack.ts'

/**
 * Measures what a traced share of the purchases costs a node: `npm run bench:traces`. Three nodes on one PostgreSQL take turns of a second:
 * one that is traced, and two without an SDK, whose difference from each other says how exact the measure is. The exit code is 1 if the
 * traced one needs more processor time for a purchase than the bar permits.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    ratio: { type: 'string', default: '0.01' },
    bar: { type: 'string', default: '1.03' },
    connections: { type: 'string', default: '128' },
  },
})

let bytes = 0
const collector = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => (bytes += chunk.length))
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const { port } = collector.address() as AddressInfo

const stack = await openStack()
try {
  const traced = await stack.startNode({
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'register.ts')}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    PURSER_TRACE_RATIO: values.ratio,
  })
  const plain = await stack.startNode()
  const control = await stack.startNode()
  const { spread } = await seed(plain.baseUrl, API_KEY, { customers: 100, cardsEach: 10 })
  const nodes = [traced, plain, control]
  const rounds: number[][] = []
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const micros: number[] = []
    for (let turn = 0; turn < nodes.length; turn += 1) {
      const which = (round + turn) % nodes.length
      micros[which] = await microsFor(present(nodes[which], 'the node of this turn'), spread)
    }
    if (round > 0) rounds.push(micros) // the first round warms up
  }
  report(rounds)
} finally {
  await stack.close()
  collector.close()
}

/** Microseconds of the node's processor time for a purchase, over one second. */
async function microsFor(node: Node, bodies: readonly string[]): Promise<number> {
  const load = {
    urls: [`${node.baseUrl}/network/authorizations`],
    connections: Number(values.connections),
    headers: { authorization: `Bearer ${API_KEY}` },
    requests: bodies.map((body) => ({ body })),
  }
  await run({ ...load, seconds: 0.25 }) // a node that was idle first reads what the others have done
  const before = await stack.processorTime(node)
  const { requestsPerSecond, errors, non2xx } = await run({ ...load, seconds: 1 })
  const after = await stack.processorTime(node)
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} requests were not answered with 200.`)
  return ((after.node - before.node) / requestsPerSecond) * 1e6
}

function report(rounds: readonly number[][]): void {
  const rows = [
    { compared: `traced at ${values.ratio}`, ...ratioOf(rounds, 0, 1) },
    { compared: `traced at ${values.ratio}, beside the other`, ...ratioOf(rounds, 0, 2) },
    { compared: 'the two without an SDK', ...ratioOf(rounds, 1, 2) },
  ]
  console.table(rows)
  console.log(`${bytes} bytes of spans were exported.`)
  const [first, second] = rows
  const share = Math.sqrt((first?.ratio ?? Number.NaN) * (second?.ratio ?? Number.NaN))
  if (bytes === 0 || !(share <= Number(values.bar))) process.exitCode = 1
}

/** The mean of the rounds' ratios without the highest and the lowest fifth, and its standard error. */
function ratioOf(rounds: readonly number[][], of: number, to: number) {
  const logs = rounds.map((micros) => Math.log((micros[of] ?? 0) / (micros[to] ?? 0))).toSorted((a, b) => a - b)
  const cut = Math.floor(logs.length / 5)
  const kept = logs.slice(cut, logs.length - cut)
  const mean = kept.reduce((sum, log) => sum + log, 0) / kept.length
  const variance = kept.reduce((sum, log) => sum + (log - mean) ** 2, 0) / kept.length
  const error = Math.sqrt(variance / kept.length)
  return { ratio: Number(Math.exp(mean).toFixed(3)), error: Number(error.toFixed(3)) }
}
