import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { storeTransactionHistory } from '../growth/store-history.ts'
import { makeHistoryCustomer } from '../growth/world.ts'
import { type BenchNode, openBenchStack } from '../support/stack.ts'

/**
 * Measures how long a backtest takes over a customer's last four weeks, with a settlement for each purchase, and how long other requests
 * wait for the node meanwhile: `npm run bench -- backtest`. The exit code is 1 if it takes twice the target, because machines differ, or if
 * unchanged rules change any decision.
 */
const TARGET_MS = 5000
const ROUNDS = 3
const { values } = parseArgs({ options: { decisions: { type: 'string', default: '100000' } } })
const decisions = Number(values.decisions)

const stack = await openBenchStack()
try {
  const node = await stack.startNode()
  const world = await makeHistoryCustomer(node.purser, 'backtest')
  await storeTransactionHistory(stack, world, decisions)
  const asked = { level: 'customer', id: world.customerId } as const
  const begun = Date.now()
  const middle = new Date(begun - 14 * 86_400_000).toISOString()
  const changes = { policy: { maxAmount: 50_000, cooldownMinutes: 0 } }
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(node, 'as they were', () => node.purser.policies.backtest(asked))
    await measure(node, 'under other rules', () => node.purser.policies.backtest({ ...asked, ...changes }))
    await measure(node, 'as they were, of the later half', () =>
      node.purser.policies.backtest({ ...asked, from: middle }),
    )
  }
} finally {
  await stack.close()
}

type BacktestAnswer = Awaited<ReturnType<BenchNode['purser']['policies']['backtest']>>

async function measure(node: BenchNode, what: string, run: () => Promise<BacktestAnswer>): Promise<void> {
  const waiting = longestWait(node)
  const [cpuBefore, started] = [await cpuMs(node), performance.now()]
  const answer = await run()
  const tookMs = performance.now() - started
  const [cpu, wait] = [(await cpuMs(node)) - cpuBefore, await waiting.end()]
  const changed = answer.decisions - answer.same
  console.log(
    `${answer.decisions.toLocaleString('en')} decisions ${what}: ${Math.round(tookMs)} ms, ${Math.round(cpu)} ms of them the node on a core; ` +
      `${changed.toLocaleString('en')} changed; others waited ${Math.round(wait)} ms at most`,
  )
  const isSlow = tookMs > 2 * TARGET_MS * Math.max(1, answer.decisions / 100_000)
  if (isSlow || (what.startsWith('as they were') && changed > 0)) process.exitCode = 1
}

/** Requests `/healthz` again and again, and measures the longest time until an answer. */
function longestWait({ baseUrl }: BenchNode) {
  const over = new AbortController()
  let longest = 0
  const asking = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      await (await fetch(new URL('/healthz', baseUrl))).arrayBuffer()
      longest = Math.max(longest, performance.now() - started)
      await delay(5)
    }
  })()
  return {
    end: async () => {
      over.abort()
      await asking
      return longest
    },
  }
}

/** The processor time that the node has used so far, in milliseconds. A tick of Linux is 10 ms. */
async function cpuMs({ pid }: BenchNode): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}
