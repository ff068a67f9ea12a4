import { type LoadTestResult, medianLoadTest, runLoadTest } from '../support/load.ts'
import { sendRequestsAtRate } from '../support/offered-load.ts'
import { BENCH_API_KEY, type BenchNode, type BenchStack } from '../support/stack.ts'
import type { McpCall } from './call.ts'
import { printLoadTestResult } from './show.ts'

const CALLS_PER_SECOND = 300
const AGENTS = 10
const SHOPS = 32
/** The share of its full speed at which the busiest node of a service may be kept. */
const SHARE_OF_FULL_SPEED = 0.5
/** The least share of the rate of authorizations that must remain beside the calls of tools, compared with authorizations alone. */
const LEAST_LEFT = 0.9

interface Beside {
  readonly stack: BenchStack
  readonly node: BenchNode
  readonly call: McpCall
  readonly purchase: object
  readonly seconds: number
  readonly rounds: number
}

/**
 * Measures authorizations alone and beside 300 calls of tools a second, which are sent whether or not earlier ones are answered. The
 * authorizations are sent first as fast as they are answered, which shows the cost of the calls, and then at a rate that a node can carry.
 */
export async function measureToolCallsBesidePurchases({
  stack,
  node,
  call,
  purchase,
  seconds,
  rounds,
}: Beside): Promise<void> {
  const { origin } = new URL(node.baseUrl)
  const authorization = { headers: { authorization: `Bearer ${BENCH_API_KEY}` }, body: JSON.stringify(purchase) }
  const path = '/v1/network/authorizations'
  const calls = () =>
    sendRequestsAtRate({ origin, path: '/mcp', ...call, perSecond: CALLS_PER_SECOND, seconds, connections: AGENTS })
  const atFullSpeed = () =>
    runLoadTest({
      urls: [origin],
      connections: SHOPS,
      seconds,
      headers: authorization.headers,
      requests: [{ path, ...authorization }],
    })

  await atFullSpeed() // warms the node up
  const full = await compare(atFullSpeed, calls, rounds)
  tell('at full speed', full)
  await tellCost({ stack, node, calls, seconds, full })

  const perSecond = Math.round(full.alone.requestsPerSecond * SHARE_OF_FULL_SPEED)
  const offered = () => sendRequestsAtRate({ origin, path, ...authorization, perSecond, seconds, connections: SHOPS })
  const carried = await compare(offered, calls, rounds)
  tell(`${perSecond} offered`, carried)
  if (carried.beside.requestsPerSecond < LEAST_LEFT * carried.alone.requestsPerSecond) process.exitCode = 1
}

interface Compared {
  readonly alone: LoadTestResult
  readonly beside: LoadTestResult
  readonly calls: LoadTestResult
}

/** Measures authorizations alone and beside calls of tools, in turns, so that other load on the machine affects both. */
async function compare(
  authorize: () => Promise<LoadTestResult>,
  call: () => Promise<LoadTestResult>,
  rounds: number,
): Promise<Compared> {
  const all: Compared[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await authorize()
    const [beside, calls] = await Promise.all([authorize(), call()])
    all.push({ alone, beside, calls })
  }
  const middle = (of: keyof Compared) => medianLoadTest(all.map((each) => each[of]))
  return { alone: middle('alone'), beside: middle('beside'), calls: middle('calls') }
}

function tell(name: string, { alone, beside, calls }: Compared): void {
  printLoadTestResult(`authorizations ${name}, alone`, alone)
  printLoadTestResult(`authorizations ${name}, beside the calls`, beside)
  printLoadTestResult('  check_purchase meanwhile', calls)
  const left = (beside.requestsPerSecond / alone.requestsPerSecond) * 100
  console.log(`  ${left.toFixed(1)} % of the authorizations are left`)
  if ([alone, beside, calls].some(({ errors, non2xx }) => errors + non2xx > 0)) process.exitCode = 1
}

interface Costing {
  readonly stack: BenchStack
  readonly node: BenchNode
  readonly calls: () => Promise<LoadTestResult>
  readonly seconds: number
  readonly full: Compared
}

/** Prints how much of the node's processor 300 calls of tools a second take. A node's thread can use one core. */
async function tellCost({ stack, node, calls, seconds, full }: Costing): Promise<void> {
  const before = await stack.processorTime(node)
  await calls()
  const after = await stack.processorTime(node)
  const perCall = (spent: number) => ((spent * 1e6) / (CALLS_PER_SECOND * seconds)).toFixed(0)
  const share = (((after.node - before.node) / seconds) * 100).toFixed(1)
  const lost = (1 - full.beside.requestsPerSecond / full.alone.requestsPerSecond) * 100
  console.log(
    `a call takes ${perCall(after.node - before.node)} us of the node's processor, ${perCall(after.database - before.database)} us of the ` +
      `database's: ${CALLS_PER_SECOND} of them ${share} % of the node's one; at full speed ${lost.toFixed(1)} % fewer were authorized`,
  )
}
