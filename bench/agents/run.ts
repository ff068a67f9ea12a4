import { parseArgs } from 'node:util'
import { Purser } from '../../clients/typescript/src/client.ts'
import { someAgent } from '../../test/mcp/agent-rig.ts'
import { median, run, type LoadResult } from '../support/load.ts'
import { API_KEY, openStack } from '../support/stack.ts'

/**
 * Agents on two nodes: `npm run bench:agents`. A tool and the operation under it in turns, with ten clients, who keep the node busy and so
 * wait for each other, and with one; authorizations alone and beside ten clients that call tools; many waits for a person. Ends with 1
 * where a call fails, or a wait is not over a second after its decision.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    waits: { type: 'string', default: '200' },
    'wait-seconds': { type: 'string', default: '50' },
  },
})
const seconds = Number(values.seconds)
const WIRE = '2026-07-28'
const CLIENTS = 10
const ROUNDS = 3
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** A call as a client of the newest revision makes it. */
const callOf = (name: string, args: object) => ({
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': WIRE,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': WIRE,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
})

const stack = await openStack()
try {
  const [node, second] = [await stack.startNode(), await stack.startNode()]
  const owner = new Purser({ baseUrl: node.baseUrl, apiKey: API_KEY })
  const agent = await someAgent({ purser: owner, baseUrl: node.baseUrl })
  const shopper = await someAgent({ purser: owner, baseUrl: node.baseUrl })
  const { origin } = new URL(node.baseUrl)
  const purchase = { cardId: agent.cardId, amount: 1200, merchant: { name: 'GitHub' } }

  const load = (path: string, body: object | string, headers: Record<string, string>, connections: number) =>
    run({
      urls: [origin],
      connections,
      seconds,
      headers,
      requests: [{ path, body: typeof body === 'string' ? body : JSON.stringify(body) }],
    })
  const evaluated = (clients: number) =>
    load('/v1/spend/evaluate', { ...purchase, assumeIntent: true }, bearer(agent.apiKey), clients)
  const call = callOf('check_purchase', { amount: 1200, merchant: 'GitHub', cardId: agent.cardId })
  const called = (clients: number) => load('/mcp', call.body, { ...bearer(agent.apiKey), ...call.headers }, clients)
  const authorized = () =>
    load('/v1/network/authorizations', { ...purchase, cardId: shopper.cardId }, bearer(API_KEY), 32)

  await called(CLIENTS) // loads the protocol, and warms both
  await evaluated(CLIENTS)
  const results: LoadResult[] = []
  for (const clients of [CLIENTS, 1]) {
    const rounds: { operation: LoadResult; tool: LoadResult }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ operation: await evaluated(clients), tool: await called(clients) })
    }
    const operation = median(rounds.map((each) => each.operation))
    const tool = median(rounds.map((each) => each.tool))
    show(`evaluateSpend, clients: ${clients}`, operation)
    show(`check_purchase, clients: ${clients}`, tool)
    const mean = (meanMs(tool, clients) - meanMs(operation, clients)).toFixed(2)
    console.log(
      `a tool costs ${tool.p50Ms - operation.p50Ms} ms over its operation at the median, ${mean} ms on average`,
    )
    results.push(operation, tool)
  }
  const alone = await authorized()
  const [beside, meanwhile] = await Promise.all([authorized(), called(CLIENTS)])
  show('authorizations alone, 32 clients', alone)
  show('authorizations beside the tools', beside)
  show('check_purchase beside them', meanwhile)
  if ([...results, alone, beside, meanwhile].some(({ errors, non2xx }) => errors + non2xx > 0)) process.exitCode = 1

  await measureWaits(owner, [node.baseUrl, second.baseUrl])
} finally {
  await stack.close()
}

/** Of clients that ask again as soon as they are answered: the medians are whole milliseconds. */
function meanMs({ requestsPerSecond }: LoadResult, clients: number): number {
  return (clients * 1000) / requestsPerSecond
}

function show(name: string, { requestsPerSecond, p50Ms, p99Ms }: LoadResult): void {
  console.log(`${name.padEnd(34)} ${requestsPerSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms} ms  p99 ${p99Ms} ms`)
}

/** Half of the waits end with a decision, one after the other, told on the other node; the others when their time is over. */
async function measureWaits(owner: Purser, baseUrls: readonly string[]): Promise<void> {
  const count = Number(values.waits)
  const waitSeconds = Number(values['wait-seconds'])
  const agent = await someAgent(
    { purser: owner, baseUrl: baseUrls[0] ?? '' },
    { requireIntent: true, requireApproval: true },
  )
  const intents = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      owner.intents.declare(agent.cardId, { intentId: `wait-${n}`, purpose: 'bench', expectedAmount: 100 + n }),
    ),
  )
  const decidedAt = new Map<string, number>()
  const waits = intents.map(async ({ id }, n) => {
    const { headers, body } = callOf('get_intent', { intentId: id, waitSeconds })
    const url = (baseUrls[n % 2] ?? '').replace('/v1', '/mcp')
    const startedAt = performance.now()
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(agent.apiKey), ...headers },
      body,
    })
    const said = await reply.text()
    const now = performance.now()
    return {
      ok: reply.ok,
      decided: said.includes('\\"status\\":\\"pending\\"'),
      lateMs: now - (decidedAt.get(id) ?? now),
      tookMs: now - startedAt,
    }
  })
  const toDecide = intents.slice(0, count / 2)
  const pauseMs = (waitSeconds * 800) / toDecide.length
  for (const { id } of toDecide) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await owner.intents.approve(id)
    decidedAt.set(id, performance.now())
  }
  const ended = await Promise.all(waits)
  const late = ended
    .slice(0, count / 2)
    .map(({ lateMs }) => lateMs)
    .toSorted((a, b) => a - b)
  const longest = late.at(-1) ?? 0
  console.log(
    `${count} waits of ${waitSeconds} s in ${count} requests: ${ended.filter(({ decided }) => decided).length} decided, ` +
      `the longest told ${longest.toFixed(0)} ms after its decision, the median ${(late[late.length >> 1] ?? 0).toFixed(0)} ms; ` +
      `${ended.filter(({ ok }) => !ok).length} failed; the others took ${(Math.max(...ended.map(({ tookMs }) => tookMs)) / 1000).toFixed(1)} s at most`,
  )
  if (longest > 1000 || ended.some(({ ok }) => !ok)) process.exitCode = 1
}
