import type { Pool as PgPool } from 'pg'
import { Pool } from 'undici'
import { signatureHeader } from '../../src/lib/webhook-signature.ts'
import { DISPATCHER_SECRET } from '../../test/support/dispatcher-rig.ts'
import { arrived } from './latency.ts'
import { RECEIVERS, type Rig } from './rig.ts'

interface Job {
  readonly receiver: number
  readonly event: { id: string; type: string; createdAt: string; data: { cardId: string } }
}

type Post = (job: Job) => Promise<void>

/** Puts the jobs into the peer's queue, then begins to work on them; answers how to stop. */
interface Peer {
  fill(jobs: readonly Job[]): Promise<void>
  work(post: Post): Promise<() => Promise<void>>
}

/**
 * The same POSTs, signed and over kept connections, out of the queue of a job library on the same PostgreSQL: what a
 * delivery costs there. Without attempts on record, vetted addresses, fairness or a schedule, which they do not have.
 */
export async function measurePeer(rig: Rig, name: string, deliveries: number): Promise<number | null> {
  const peer = await peers[name]?.(rig)
  if (!peer) return null
  const jobs = Array.from({ length: deliveries }, (_, i) => jobOf(i))
  await peer.fill(jobs)
  await rig.database.pool.query('analyze')
  await rig.receiver.takeArrivals()
  const http = new Pool(rig.receiver.url, { connections: null, keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 })
  const started = performance.now()
  const stop = await peer.work((job) => post(http, job))
  await arrived(rig, deliveries)
  const seconds = (performance.now() - started) / 1000
  await stop()
  await http.close()
  return Math.round((await rig.receiver.takeArrivals()).size / seconds)
}

const jobOf = (i: number): Job => ({
  receiver: i % RECEIVERS,
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
      'service-signature': signatureHeader(body, [DISPATCHER_SECRET], Date.now()),
    },
  })
  await reply.body.dump()
  if (reply.statusCode !== 200) throw new Error(`answered ${reply.statusCode}`)
}

const CONCURRENCY = 128

/** By name. A peer that is not installed is left out. */
const peers: Record<string, (rig: Rig) => Promise<Peer | null>> = {
  'graphile-worker': async ({ database }) => {
    const library = await optional<GraphileWorker>('graphile-worker')
    if (!library) return null
    const pgPool = database.pool
    const preset = { worker: { concurrentJobs: CONCURRENCY, localQueue: { size: 500 }, completeJobBatchDelay: 0 } }
    const utils = await library.makeWorkerUtils({ pgPool })
    await utils.migrate()
    return {
      fill: async (jobs) => {
        await utils.addJobs(jobs.map((payload) => ({ identifier: 'post', payload })))
        await utils.release()
      },
      work: async (post) => {
        const runner = await library.run({
          pgPool,
          preset,
          taskList: { post },
          logger: new library.Logger(() => () => undefined),
          noHandleSignals: true,
        })
        return () => runner.stop()
      },
    }
  },
  'pg-boss': async ({ connection }) => {
    const library = await optional<PgBossModule>('pg-boss')
    if (!library) return null
    const boss = new library.PgBoss({ ...(connection as object), max: 10 })
    boss.on('error', (error) => console.error(error))
    await boss.start()
    await boss.createQueue('post')
    return {
      fill: async (jobs) => {
        await boss.insert(
          'post',
          jobs.map((data) => ({ data })),
        )
      },
      work: async (post) => {
        await boss.work<Job>(
          'post',
          { batchSize: CONCURRENCY, localConcurrency: 4, pollingIntervalSeconds: 0.5 },
          async (batch) => {
            await Promise.all(batch.map(({ data }) => post(data)))
          },
        )
        return () => boss.stop({ graceful: true })
      },
    }
  },
}

const optional = async <T>(name: string): Promise<T | null> =>
  (import(name) as Promise<T>).catch((error: { code?: string }) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  })

interface GraphileWorker {
  Logger: new (factory: () => () => void) => object
  makeWorkerUtils(options: { pgPool: PgPool }): Promise<{
    migrate(): Promise<void>
    addJobs(jobs: object[]): Promise<unknown>
    release(): Promise<void>
  }>
  run(options: object): Promise<{ stop(): Promise<void> }>
}

interface PgBossModule {
  PgBoss: new (options: object) => {
    on(event: 'error', listener: (error: unknown) => void): void
    start(): Promise<unknown>
    createQueue(name: string): Promise<void>
    insert(name: string, jobs: object[]): Promise<unknown>
    work<T>(name: string, options: object, handler: (batch: { data: T }[]) => Promise<void>): Promise<unknown>
    stop(options: object): Promise<void>
  }
}
