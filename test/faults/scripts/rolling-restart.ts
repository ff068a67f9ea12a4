import { setTimeout as delay } from 'node:timers/promises'
import { Purser } from '../../../clients/typescript/src/client.ts'
import { openBenchStack } from '../../../bench/support/stack.ts'
import { openBalancer } from '../../support/processes/balancer.ts'
import { eventually } from '../../support/eventually.ts'
import { TEST_API_KEY } from '../../support/processes/start-node.ts'
import { openLoad, startRestartable } from '../rolling-restart.ts'

/**
 * Two nodes behind a load balancer that sends nothing again, asks each second whether they are ready and takes one out after two
 * failures, at so many purchases a second, while each node is stopped by SIGTERM and started again:
 * `node test/faults/scripts/rolling-restart.ts 500 5`. The second number is `PURSER_DRAIN_SECONDS`. Prints how many requests failed
 * and how; exits 1 where one did.
 */
const PER_SECOND = Number(process.argv[2] ?? 500)
const DRAIN_SECONDS = process.argv[3] ?? '5'
const LANES = 32
const SETTLED_MS = 1500

const stack = await openBenchStack()
const env = { PURSER_DRAIN_SECONDS: DRAIN_SECONDS }
const nodes = [await startRestartable(stack.connection, env), await startRestartable(stack.connection, env)]
const origins = nodes.map(({ origin }) => origin)
const balancer = await openBalancer({ origins, checkEveryMs: 1000, checkTimeoutMs: 1000, failures: 2 })
try {
  const purser = new Purser({ baseUrl: `${balancer.origin}/v1`, apiKey: TEST_API_KEY })
  const { id: customerId } = await purser.customers.create({ email: 'ada@example.com' })
  const { id: cardId } = await purser.cards.create({ customerId })
  const startedAt = performance.now()
  const load = openLoad({ origin: balancer.origin, cardId, lanes: LANES, perSecond: PER_SECOND })
  for (const node of nodes) {
    await delay(SETTLED_MS)
    const stoppedAt = performance.now()
    const { process: stopped } = node.node()
    stopped.child.kill('SIGTERM')
    console.log({ exitCode: await stopped.ended, stoppedAfterMs: Math.round(performance.now() - stoppedAt) })
    await node.again()
    await eventually('the node is in again', () => balancer.isIn(node.origin))
  }
  await delay(SETTLED_MS)
  await load.stop()
  const seconds = Math.round(performance.now() - startedAt) / 1000
  const byAnswer = Object.fromEntries(
    [...Map.groupBy(load.failed, (failure) => failure)].map(([failure, { length }]) => [failure, length]),
  )
  console.log({
    drainSeconds: Number(DRAIN_SECONDS),
    seconds,
    asked: load.asked(),
    failed: load.failed.length,
    byAnswer,
  })
  if (load.failed.length > 0) process.exitCode = 1
} finally {
  await balancer.close()
  for (const node of nodes) node.node().process.child.kill('SIGINT')
  await Promise.all(nodes.map((node) => node.node().process.ended))
  await stack.close()
}
