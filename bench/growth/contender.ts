import type { Agent } from 'undici'
import { openTestVault } from '../../test/support/test-vault.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { Latencies } from '../support/latencies.ts'
import { BENCH_API_KEY, openBenchStack, type BenchNode, type BenchStack } from '../support/stack.ts'
import { storeTransactionHistory } from './store-history.ts'
import { measureHistoryRequest, historyBenchRequestNames, type SendTimedBenchRequest } from './ways.ts'
import { makeHistoryCustomer, type HistoryCustomer } from './world.ts'

/** A node and a PostgreSQL of their own, with a customer whose history has a certain size. */
export interface HistorySizeContender {
  readonly size: number
  readonly stack: BenchStack
  readonly node: BenchNode
  readonly world: HistoryCustomer
  readonly ask: SendTimedBenchRequest
}

export async function prepareHistoryContender(
  size: number,
  { dispatcher, isVerified }: { dispatcher: Agent; isVerified: boolean },
): Promise<HistorySizeContender> {
  const started = performance.now()
  const stack = await openBenchStack()
  try {
    await stack.stopAutovacuum()
    const node = await stack.startNode()
    const ask = asker(dispatcher, node)
    await planAll(ask, await makeHistoryCustomer(node.purser, 'another'))
    const world = await makeHistoryCustomer(node.purser, 'growth')
    await storeTransactionHistory(stack, world, size)
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${size.toLocaleString('en')} transactions stored in ${seconds} s`)
    if (isVerified) await verifyHistory(stack, world)
    return { size, stack, node, world, ask }
  } catch (error) {
    await stack.close()
    throw error
  }
}

/** Lets the node plan each statement while the tables are empty, like a node that has run since the database was created. */
async function planAll(ask: SendTimedBenchRequest, world: HistoryCustomer): Promise<void> {
  for (const way of historyBenchRequestNames) {
    await measureHistoryRequest({ ask, world, name: `plan-${way}` }, { way, clients: 4, requests: 8 }, new Latencies())
  }
}

/** Throws if the engine could not have made the customer's history. */
async function verifyHistory({ database }: BenchStack, { customerId }: HistoryCustomer): Promise<void> {
  const onDifference = (difference: Parameters<typeof describeReplayDifference>[0]) =>
    console.error(describeReplayDifference(difference))
  const { entries, differences } = await verifyDatabase(database, {
    vault: await openTestVault(database),
    customerId,
    onDifference,
  })
  console.log(`${entries.toLocaleString('en')} entries verified, ${differences} differences`)
  if (differences > 0) throw new Error('the history is not what the engine decides')
}

const asker =
  (dispatcher: Agent, { baseUrl }: BenchNode): SendTimedBenchRequest =>
  async (method, path, body) => {
    const started = performance.now()
    const reply = await dispatcher.request({
      origin: new URL(baseUrl).origin,
      path: `/v1${path}`,
      method,
      headers: { authorization: `Bearer ${BENCH_API_KEY}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await reply.body.text()
    const ms = performance.now() - started
    if (reply.statusCode >= 300) throw new Error(`${method} ${path} answered ${reply.statusCode}: ${text}`)
    return { ms, body: JSON.parse(text) as Record<string, unknown> }
  }
