import { parseArgs } from 'node:util'
import { Purser } from '../../clients/typescript/src/client.ts'
import { someAgent } from '../../test/mcp/agent-rig.ts'
import { type LoadTest, type LoadTestResult, medianLoadTest, runLoadTest } from '../support/load.ts'
import { BENCH_API_KEY, openBenchStack } from '../support/stack.ts'
import { measureToolCallsBesidePurchases } from './beside.ts'
import { mcpToolCall } from './call.ts'
import { printLoadTestResult } from './show.ts'
import { measureApprovalWaits } from './waits.ts'

/**
 * Measures agents on two nodes: `npm run bench:agents`. It measures a tool and the operation under it in turns, with ten clients, which
 * keep the node busy and so wait for each other, and with one; authorizations alone and beside 300 calls of tools a second; and many waits
 * for a person. The exit code is 1 if a call fails, if the calls reduce the authorizations that a node carries, or if a wait ends too late.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    waits: { type: 'string', default: '200' },
    'wait-seconds': { type: 'string', default: '50' },
  },
})
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
const CLIENTS = 10

const stack = await openBenchStack()
try {
  const [node, second] = [await stack.startNode(), await stack.startNode()]
  const owner = new Purser({ baseUrl: node.baseUrl, apiKey: BENCH_API_KEY })
  const agent = await someAgent({ purser: owner, baseUrl: node.baseUrl })
  const purchase = { amount: 1200, merchant: { name: 'GitHub' } }
  const call = mcpToolCall('check_purchase', { amount: 1200, merchant: 'GitHub', cardId: agent.cardId }, agent.apiKey)

  const load = (path: string, { headers, body }: typeof call, connections: number): Promise<LoadTestResult> => {
    const urls = [new URL(node.baseUrl).origin]
    return runLoadTest({ urls, connections, seconds, headers, requests: [{ path, body }] } satisfies LoadTest)
  }
  const evaluation = {
    headers: { authorization: `Bearer ${agent.apiKey}` },
    body: JSON.stringify({ ...purchase, cardId: agent.cardId, assumeIntent: true }),
  }
  const called = (clients: number) => load('/mcp', call, clients)
  const evaluated = (clients: number) => load('/v1/spend/evaluate', evaluation, clients)

  await called(CLIENTS) // loads the protocol, and warms both up
  await evaluated(CLIENTS)
  for (const clients of [CLIENTS, 1]) {
    const all: { operation: LoadTestResult; tool: LoadTestResult }[] = []
    for (let round = 0; round < rounds; round += 1) {
      all.push({ operation: await evaluated(clients), tool: await called(clients) })
    }
    const operation = medianLoadTest(all.map((each) => each.operation))
    const tool = medianLoadTest(all.map((each) => each.tool))
    printLoadTestResult(`evaluateSpend, clients: ${clients}`, operation)
    printLoadTestResult(`check_purchase, clients: ${clients}`, tool)
    const mean = (meanMs(tool, clients) - meanMs(operation, clients)).toFixed(2)
    console.log(
      `a tool costs ${tool.p50Ms - operation.p50Ms} ms over its operation at the median, ${mean} ms on average`,
    )
    if ([operation, tool].some(({ errors, non2xx }) => errors + non2xx > 0)) process.exitCode = 1
  }
  const shopper = await someAgent({ purser: owner, baseUrl: node.baseUrl })
  await measureToolCallsBesidePurchases({
    stack,
    node,
    call,
    purchase: { ...purchase, cardId: shopper.cardId },
    seconds,
    rounds,
  })
  const [waits, waitSeconds] = [Number(values.waits), Number(values['wait-seconds'])]
  await measureApprovalWaits({ owner, nodes: [node, second], count: waits, waitSeconds })
} finally {
  await stack.close()
}

/**
 * The mean latency of clients that send their next request as soon as they are answered. It is computed from the rate, because medians are
 * whole milliseconds.
 */
function meanMs({ requestsPerSecond }: LoadTestResult, clients: number): number {
  return (clients * 1000) / requestsPerSecond
}
