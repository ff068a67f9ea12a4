import { PgBoss } from 'pg-boss'
import { Pool } from 'undici'
import { webhookSignatureHeader } from '../../src/lib/network/webhook-signature.ts'
import { DISPATCHER_SECRET } from '../../test/support/dispatcher-rig.ts'
import { waitUntilEventsArrive } from './latency.ts'
import { BENCH_RECEIVER_COUNT, type WebhookRig } from './rig.ts'

interface Job {
  readonly receiver: number
  readonly event: { id: string; type: string; createdAt: string; data: { cardId: string } }
}

const QUEUE = 'deliveries'
/**
 * Without `burstWhenBatchFull` a worker of pg-boss takes a batch at most twice a second. With it and large batches, several workers go on without a
 * pause while jobs wait, which is its highest rate.
 */
const WORKERS = 4
const BATCH = 512

/**
 * Measures the same signed POSTs over kept connections from the queue of pg-boss on the same PostgreSQL. It records no attempts, checks no
 * addresses, and has neither fairness nor a retry schedule like Purser's.
 */
export async function measurePgBoss(rig: WebhookRig, deliveries: number): Promise<number> {
  const boss = new PgBoss({ ...(rig.connection as object), max: 10 })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(QUEUE)
  await boss.insert(
    QUEUE,
    Array.from({ length: deliveries }, (_, i) => ({ data: jobOf(i) })),
  )
  await rig.database.pool.query('analyze')
  await rig.receiver.takeArrivals()
  const http = new Pool(rig.receiver.url, { connections: null, keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })
  const started = performance.now()
  const options = { localConcurrency: WORKERS, batchSize: BATCH, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true }
  await boss.work<Job>(QUEUE, options, async (batch) => {
    await Promise.all(batch.map(({ data }) => post(http, data)))
  })
  await waitUntilEventsArrive(rig, deliveries)
  const seconds = (performance.now() - started) / 1000
  await boss.stop({ graceful: true })
  await http.close()
  return Math.round((await rig.receiver.takeArrivals()).size / seconds)
}

const jobOf = (i: number): Job => ({
  receiver: i % BENCH_RECEIVER_COUNT,
  event: { id: `evt_${i}`, type: 'card.closed', createdAt: new Date().toISOString(), data: { cardId: `card_${i}` } },
})

async function post(http: Pool, { receiver, event }: Job): Promise<void> {
  const body = JSON.stringify(event)
  const reply = await http.request({
    method: 'POST',
    path: `/${receiver}`,
    body,
    headers: {
      'content-type': 'application/json',
      'service-signature': webhookSignatureHeader(body, [DISPATCHER_SECRET], Date.now()),
    },
  })
  await reply.body.dump()
  if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`)
}
