import { setTimeout as delay } from 'node:timers/promises'
import type { Purser } from '../../clients/typescript/src/client.ts'
import { type SomeAgent, someAgent } from '../../test/mcp/agent-rig.ts'
import type { BenchNode } from '../support/stack.ts'
import { mcpToolCall } from './call.ts'

/** The most milliseconds that a wait may last after the event that ends it. */
const LATEST_MS = 1000
const LATEST_STOP_MS = 10_000
/** How many waits one API key may have at the same time. */
const MOST = 256
const FULL_WITHIN_MS = 30_000

interface Waits {
  readonly owner: Purser
  /** The nodes that hold the waits. The second one is stopped at the end. */
  readonly nodes: readonly [BenchNode, BenchNode]
  readonly count: number
  readonly waitSeconds: number
}

export async function measureApprovalWaits({ owner, nodes, count, waitSeconds }: Waits): Promise<void> {
  const agent = await someAgent(
    { purser: owner, baseUrl: nodes[0].baseUrl },
    { requireIntent: true, requireApproval: true },
  )
  const declare = (name: string, n: number) =>
    owner.intents.declare(agent.cardId, { intentId: `${name}-${n}`, purpose: 'bench', expectedAmount: 100 + n })
  const intents = await Promise.all(Array.from({ length: count }, (_, n) => declare('wait', n)))
  const ids = intents.map(({ id }) => id)
  await measureDecisions({ owner, agent, nodes, ids, waitSeconds })
  const { id } = await declare('gone', 0)
  await measureGone(nodes[0], agent, id)
  await measureStop(nodes[1], agent, id)
}

function wait({ baseUrl }: BenchNode, { apiKey }: SomeAgent, id: string, waitSeconds: number, signal?: AbortSignal) {
  const { headers, body } = mcpToolCall('get_intent', { intentId: id, waitSeconds }, apiKey)
  return fetch(baseUrl.replace('/v1', '/mcp'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: signal ?? null,
  })
}

interface Decisions {
  readonly owner: Purser
  readonly agent: SomeAgent
  readonly nodes: readonly [BenchNode, BenchNode]
  readonly ids: readonly string[]
  readonly waitSeconds: number
}

/** Measures how late waits end. Half of them end by a decision, one after the other, and the rest when their time is over. */
async function measureDecisions({ owner, agent, nodes, ids, waitSeconds }: Decisions): Promise<void> {
  const decidedAt = new Map<string, number>()
  const waits = ids.map(async (id, n) => {
    const startedAt = performance.now()
    const reply = await wait(nodes[n % 2 === 0 ? 0 : 1], agent, id, waitSeconds)
    const said = await reply.text()
    const now = performance.now()
    return {
      ok: reply.ok,
      decided: said.includes('\\"status\\":\\"pending\\"'),
      lateMs: now - (decidedAt.get(id) ?? now),
      tookMs: now - startedAt,
    }
  })
  const toDecide = ids.slice(0, ids.length / 2)
  const pauseMs = (waitSeconds * 800) / toDecide.length
  for (const id of toDecide) {
    await delay(pauseMs)
    await owner.intents.approve(id)
    decidedAt.set(id, performance.now())
  }
  const ended = await Promise.all(waits)
  const late = ended
    .slice(0, toDecide.length)
    .map(({ lateMs }) => lateMs)
    .toSorted((a, b) => a - b)
  const longest = late.at(-1) ?? 0
  console.log(
    `${ids.length} waits of ${waitSeconds} s in ${ids.length} requests: ${ended.filter(({ decided }) => decided).length} decided, ` +
      `the longest told ${longest.toFixed(0)} ms after its decision, the median ${(late[late.length >> 1] ?? 0).toFixed(0)} ms; ` +
      `${ended.filter(({ ok }) => !ok).length} failed; the others took ${(Math.max(...ended.map(({ tookMs }) => tookMs)) / 1000).toFixed(1)} s at most`,
  )
  if (longest > LATEST_MS || ended.some(({ ok }) => !ok)) process.exitCode = 1
}

interface Waiting {
  readonly answers: Promise<PromiseSettledResult<string>[]>
}

/** Opens as many waits as an API key may have. A wait is requested again if the node is too busy. Resolves when one more is refused. */
async function allThatFit(node: BenchNode, agent: SomeAgent, id: string, signal?: AbortSignal): Promise<Waiting> {
  const waiting = async (): Promise<string> => {
    const reply = await wait(node, agent, id, 50, signal)
    const said = await reply.text()
    return reply.ok && !said.includes('rate_limited') ? said : waiting()
  }
  const answers = Promise.allSettled(Array.from({ length: MOST }, waiting))
  for (const until = performance.now() + FULL_WITHIN_MS; !(await isRefused(node, agent, id)); await delay(100)) {
    if (performance.now() > until) throw new Error(`${MOST} waits of a key leave room for more`)
  }
  return { answers }
}

const isRefused = async (node: BenchNode, agent: SomeAgent, id: string): Promise<boolean> =>
  (await (await wait(node, agent, id, 1)).text()).includes('rate_limited')

/** Measures how long the node takes to accept another wait after all clients have closed their connections at once. */
async function measureGone(node: BenchNode, agent: SomeAgent, id: string): Promise<void> {
  const leaving = new AbortController()
  await allThatFit(node, agent, id, leaving.signal)
  leaving.abort()
  const leftAt = performance.now()
  while (await isRefused(node, agent, id)) await delay(10)
  const tookMs = Math.max(0, performance.now() - leftAt - 1000) // the accepted wait itself takes a second
  console.log(`${MOST} waits whose client is gone: over within ${tookMs.toFixed(0)} ms`)
  if (tookMs > LATEST_MS) process.exitCode = 1
}

/** Measures how a node stops while an API key's full number of waits is open on it. */
async function measureStop(node: BenchNode, agent: SomeAgent, id: string): Promise<void> {
  const waiting = await allThatFit(node, agent, id)
  const notifiedAt = performance.now()
  const stopped = node.stop()
  const answers = await waiting.answers
  const answeredMs = performance.now() - notifiedAt
  await stopped
  const stoppedMs = performance.now() - notifiedAt
  const good = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.includes('pending_approval'))
  console.log(
    `SIGTERM with ${MOST} waits: ${good.length} told how it stands within ${answeredMs.toFixed(0)} ms, the node ended after ${stoppedMs.toFixed(0)} ms`,
  )
  if (good.length < MOST || stoppedMs > LATEST_STOP_MS) process.exitCode = 1
}
