import { setTimeout as delay } from 'node:timers/promises'
import { loadavg } from 'node:os'
import { Pool } from 'undici'
import { offerLoadAtFixedRate } from '../support/offered-load.ts'
import { Latencies } from '../support/latencies.ts'
import { seedBenchNode } from '../support/seed.ts'
import { BENCH_API_KEY, type BenchNode, openBenchStack } from '../support/stack.ts'
import { startBenchReceiver, type BenchReceiver } from './rig.ts'

export interface ConstantRateLoad {
  readonly perSecond: number
  readonly seconds: number
  /** Whether a webhook gets every event. The same load without one shows what the webhook costs the authorizations. */
  readonly isDelivered: boolean
}

/**
 * The results of a node at a constant rate. A lag is the time from the answer of a purchase to the arrival of its event at the receiver,
 * measured while the load lasts.
 */
export interface ConstantRateResult {
  readonly 'purchases/s': number
  readonly webhook: string
  readonly 'answered/s': number
  readonly failed: number
  readonly 'answer p50 ms': number | null
  readonly 'answer p99 ms': number | null
  /** The share of the purchases' events that arrived before the load ended. */
  readonly 'delivered %': number | null
  readonly 'lag p50 ms': number | null
  readonly 'lag p99 ms': number | null
  readonly 'approvals, slowest ms': number | null
  readonly 'load average': string
}

const CONNECTIONS = 64
const APPROVAL_EVERY_MS = 1000
const MOST_WAITING = 10
const WARM_UP_SECONDS = 2
const now = () => performance.timeOrigin + performance.now()

/** Measures a node and a database of their own, with one event for each purchase, and one receiver that accepts everything at once. */
export async function measureDeliveriesAtConstantRate(load: ConstantRateLoad): Promise<ConstantRateResult> {
  const stack = await openBenchStack()
  const receiver = await startBenchReceiver()
  try {
    const node = await stack.startNode({ PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true' })
    const { spread } = await seedBenchNode(node.baseUrl, BENCH_API_KEY)
    await new Purchases(node, spread).make({ perSecond: load.perSecond, seconds: WARM_UP_SECONDS })
    if (load.isDelivered) await node.purser.webhooks.create({ url: `${receiver.url}/0`, events: ['*'] })
    return await measure(node, receiver, { load, bodies: spread })
  } finally {
    await receiver.stop()
    await stack.close()
  }
}

async function measure(
  node: BenchNode,
  receiver: BenchReceiver,
  { load, bodies }: { load: ConstantRateLoad; bodies: readonly string[] },
): Promise<ConstantRateResult> {
  const purchases = new Purchases(node, bodies)
  const approvals = new Approvals(node)
  await approvals.prepare()
  await receiver.takeArrivals()
  const startedAt = now()
  const asking = approvals.askUntil(startedAt + load.seconds * 1000)
  await purchases.make(load)
  const endedAt = now()
  await asking
  await delay(2000) // for the last webhook requests
  const arrivals = await receiver.takeArrivals()
  const lags = lagsOf(purchases.answeredAt, { arrivals, endedAt })
  const inTime = [...purchases.answeredAt.keys()].filter((id) => (arrivals.get(id) ?? Infinity) <= endedAt)
  const approvalLags = lagsOf(approvals.askedAt, { arrivals, endedAt: now() })
  const shown = (value: number | null) => (load.isDelivered ? value : null)
  return {
    'purchases/s': load.perSecond,
    webhook: load.isDelivered ? 'every event' : 'none',
    'answered/s': Math.round((purchases.answeredAt.size * 1000) / (endedAt - startedAt)),
    failed: purchases.failed,
    'answer p50 ms': purchases.latencies.shown(0.5),
    'answer p99 ms': purchases.latencies.shown(0.99),
    'delivered %': shown(Math.round((1000 * inTime.length) / purchases.answeredAt.size) / 10),
    'lag p50 ms': shown(lags.shown(0.5)),
    'lag p99 ms': shown(lags.shown(0.99)),
    'approvals, slowest ms': shown(approvalLags.shown(1)),
    'load average': loadavg()[0]?.toFixed(1) ?? '',
  }
}

interface Arrived {
  readonly arrivals: ReadonlyMap<string, number>
  readonly endedAt: number
}

/** The lags of the events. An event that has not arrived at the end counts as having waited until then. */
function lagsOf(sentAt: ReadonlyMap<string, number>, { arrivals, endedAt }: Arrived): Latencies {
  const lags = new Latencies()
  for (const [id, at] of sentAt) lags.add(Math.max(0, Math.min(arrivals.get(id) ?? endedAt, endedAt) - at))
  return lags
}

class Purchases {
  readonly latencies = new Latencies()
  /** The times at which purchases were answered, by transaction id, in Unix milliseconds with fractions. */
  readonly answeredAt = new Map<string, number>()
  failed = 0
  readonly #node: BenchNode
  readonly #bodies: readonly string[]

  constructor(node: BenchNode, bodies: readonly string[]) {
    this.#node = node
    this.#bodies = bodies
  }

  async make(rate: { perSecond: number; seconds: number }): Promise<void> {
    const { origin } = new URL(this.#node.baseUrl)
    const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 })
    let sent = 0
    await offerLoadAtFixedRate(rate, (dueAt) =>
      this.#ask(pool, { body: this.#bodies[sent++ % this.#bodies.length] ?? '', dueAt }).catch(
        () => void (this.failed += 1),
      ),
    )
    await pool.close()
  }

  async #ask(pool: Pool, { body, dueAt }: { body: string; dueAt: number }): Promise<void> {
    const reply = await pool.request({
      method: 'POST',
      path: '/v1/network/authorizations',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${BENCH_API_KEY}` },
      body,
    })
    const { transactionId } = (await reply.body.json()) as { transactionId?: string }
    if (transactionId === undefined) throw new Error(`answered ${reply.statusCode}`)
    this.latencies.add(performance.now() - dueAt)
    this.answeredAt.set(transactionId, now())
  }
}

/**
 * Declares an intent that needs an approval each second. The oldest is canceled once `MOST_WAITING` wait, because a card may have twenty
 * that wait.
 */
class Approvals {
  /** The times at which intents were declared, by intent id. */
  readonly askedAt = new Map<string, number>()
  readonly #node: BenchNode
  #cardId = ''

  constructor(node: BenchNode) {
    this.#node = node
  }

  async prepare(): Promise<void> {
    const { customers, cards } = this.#node.purser
    const { id: customerId } = await customers.create({ email: 'approvals@example.com' })
    const policy = { requireIntent: true, requireApproval: true }
    this.#cardId = (await cards.create({ customerId, policy })).id
  }

  async askUntil(endAt: number): Promise<void> {
    const waiting: string[] = []
    for (; now() < endAt; await delay(APPROVAL_EVERY_MS)) {
      const { id } = await this.#node.purser.intents.declare(this.#cardId, {
        purpose: 'Office supplies',
        expectedAmount: 100,
        expectedMerchant: 'Ink Shop',
      })
      this.askedAt.set(id, now())
      waiting.push(id)
      if (waiting.length > MOST_WAITING) await this.#node.purser.intents.cancel(waiting.shift() ?? '')
    }
  }
}
