import { sql } from 'kysely'
import { systemClock } from '../../src/lib/clock.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/store/connection/database.ts'
import { DISPATCHER_SECRET, dispatcherRig } from '../support/dispatcher-rig.ts'
import { startTestScript, type TestProcess } from '../support/processes/test-process.ts'
import { openTestVault } from '../support/test-vault.ts'
import { isWebhookSigned } from '../support/receivers/is-signed.ts'
import { openWebhookSink, type ReceivedWebhookRequest, type WebhookSink } from '../support/receivers/webhook-sink.ts'

const EVENTS_A_COMMIT = 20
const TOLERANCE_SECONDS = 300

/** What the receivers saw, compared with what was committed. */
export interface Audit {
  readonly requests: number
  /** Events that their receiver has never acknowledged. */
  readonly lost: number
  /** Acknowledged again, each under the event id of the first time. */
  readonly duplicates: number
  /** Requests whose signature or age a receiver refused. */
  readonly unverified: number
  /** Requests that name another delivery, event or receiver than was committed, or carry another body the second time. */
  readonly strangers: number
}

/** Receivers that verify as a receiver should, and nodes that deliver to them, each a process of its own. */
export interface Fleet {
  readonly database: Database
  readonly sinks: readonly WebhookSink[]
  startNode(aheadMs?: number): Promise<TestProcess>
  /** Commits events, each for one of the receivers in turn. */
  emit(events: number): Promise<void>
  /** What a receiver answers to what it has verified. Default: 200. */
  answer(sink: WebhookSink, status: number): void
  /** The receivers' clocks, as the nodes' that will be started. */
  setClocksAhead(ms: number): void
  received(): number
  audit(): Promise<Audit>
  close(): Promise<void>
}

export async function openFleet(connection: DatabaseOptions['connection'], receivers: number): Promise<Fleet> {
  const database = openDatabase({ connection, maxConnections: 4 })
  const vault = await openTestVault(database)
  const sinks = await Promise.all(Array.from({ length: receivers }, () => openWebhookSink()))
  const nodes: TestProcess[] = []
  const targets: { rig: ReturnType<typeof dispatcherRig>; sink: WebhookSink; webhookId: string }[] = []
  for (const sink of sinks) {
    const rig = dispatcherRig({ database, vault, clock: systemClock })
    targets.push({ rig, sink, webhookId: await rig.addWebhook(sink.url) })
  }
  let receiversAheadMs = 0
  const answer = (sink: WebhookSink, status: number) =>
    sink.answerWith((request) => ({ status: isVerified(request, receiversAheadMs) ? status : 401 }))
  for (const sink of sinks) answer(sink, 200)

  return {
    database,
    sinks,
    answer,
    setClocksAhead: (ms) => (receiversAheadMs = ms),
    received: () => sinks.reduce((sum, { requests }) => sum + requests.length, 0),
    startNode: async (aheadMs = 0) => {
      const node = startTestScript('test/support/processes/dispatcher-process.ts', [
        JSON.stringify(connection),
        String(aheadMs),
      ])
      nodes.push(node)
      await node.line()
      return node
    },
    emit: async (events) => {
      for (let sent = 0, turn = 0; sent < events; turn += 1) {
        const count = Math.min(EVENTS_A_COMMIT, events - sent)
        await targets[turn % targets.length]?.rig.emit(count)
        sent += count
      }
    },
    audit: () => auditOf(database, targets),
    close: async () => {
      for (const { child } of nodes) child.kill('SIGKILL')
      await Promise.all(nodes.map(({ ended }) => ended))
      await Promise.all(sinks.map((sink) => sink.close()))
      await database.close()
    },
  }
}

type Incoming = Omit<ReceivedWebhookRequest, 'answered'>

const isVerified = (request: Incoming, aheadMs: number): boolean =>
  isWebhookSigned(request, DISPATCHER_SECRET, request.receivedAt + aheadMs, TOLERANCE_SECONDS)

async function auditOf({ db }: Database, targets: readonly { sink: WebhookSink; webhookId: string }[]): Promise<Audit> {
  const committed = await db.selectFrom('deliveries').select(['id', 'event_id', 'webhook_id']).execute()
  const deliveries = new Map(committed.map((row) => [row.id, row]))
  const bodies = new Map<string, string>()
  const isStranger = (request: ReceivedWebhookRequest, webhookId: string): boolean => {
    const delivery = deliveries.get(String(request.headers['purser-delivery']))
    const firstBody = bodies.getOrInsert(request.event.id, request.body)
    return delivery?.event_id !== request.event.id || delivery.webhook_id !== webhookId || firstBody !== request.body
  }
  const received = targets.flatMap(({ sink, webhookId }) =>
    sink.requests.map((request) => ({ ...request, isStranger: isStranger(request, webhookId) })),
  )
  const acknowledged = received.filter(({ answered }) => answered === 200).map(({ event }) => event.id)
  const distinct = new Set(acknowledged)
  return {
    requests: received.length,
    lost: committed.filter(({ event_id: id }) => !distinct.has(id)).length,
    duplicates: acknowledged.length - distinct.size,
    unverified: received.filter(({ answered }) => answered === 401).length,
    strangers: received.filter((request) => request.isStranger).length,
  }
}

export async function countDeliveries({ db }: Database, condition: ReturnType<typeof sql>): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`${condition}`)
    .executeTakeFirstOrThrow()
  return count
}

/** Number of deliveries in each status. */
export async function deliveryStatuses({ db }: Database): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
