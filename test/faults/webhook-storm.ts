import { sql } from 'kysely'
import { MINUTE_MS, systemClock } from '../../src/lib/clock.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/store/database.ts'
import { dispatcherRig } from '../support/dispatcher-rig.ts'
import { eventually } from '../support/eventually.ts'
import { startProcess, type TestProcess } from '../support/test-process.ts'
import { openTestVault } from '../support/test-vault.ts'
import { openWebhookSink, type WebhookSink } from '../support/webhook-sink.ts'

const RECEIVERS = 10
const FAILING = 3
const EVENTS_A_COMMIT = 20
/** Past the first retry, and past the lease of the node that was killed. */
const LATER_MS = 6 * MINUTE_MS

export interface StormResult {
  readonly events: number
  /** Events that their receiver has never acknowledged. */
  readonly lost: number
  /** Acknowledged more than once: sent by the killed node and not recorded. */
  readonly duplicates: number
  /** Deliveries by status at the end. */
  readonly statuses: Record<string, number>
  readonly leasedAtKill: number
}

/**
 * `events` events for ten receivers, three of which fail everything at first, delivered by two nodes, one of which is
 * killed with SIGKILL in the middle. Then the receivers recover, the clock of two new nodes is past the retry, and
 * everything must have arrived.
 */
export async function webhookStorm(
  connection: DatabaseOptions['connection'],
  events: number,
  deadlineMs: number,
): Promise<StormResult> {
  const database = openDatabase({ connection, maxConnections: 4 })
  const vault = await openTestVault(database)
  const sinks = await Promise.all(Array.from({ length: RECEIVERS }, () => openWebhookSink()))
  const rigs = sinks.map(() => dispatcherRig({ database, vault, clock: systemClock }))
  const nodes: TestProcess[] = []
  const startNode = async (aheadMs: number) => {
    const node = startProcess('test/support/dispatcher-process.ts', [JSON.stringify(connection), String(aheadMs)])
    nodes.push(node)
    await node.line()
    return node
  }
  try {
    for (const [i, rig] of rigs.entries()) await rig.addWebhook((sinks[i] as WebhookSink).url)
    for (const sink of sinks.slice(0, FAILING)) sink.answerWith(() => ({ status: 500, body: 'not now' }))
    const [doomed, survivor] = [await startNode(0), await startNode(0)]
    const emitting = emitAll(rigs, events)
    await eventually('a fifth is delivered', () => total(sinks) >= events / 5, deadlineMs)
    doomed.child.kill('SIGKILL')
    await doomed.ended
    const leasedAtKill = await countRows(database, sql`leased_until is not null`)
    await emitting
    await eventually(
      "all but the killed node's is attempted",
      async () => (await countRows(database, sql`attempt_count = 0 and leased_until is null`)) === 0,
      deadlineMs,
    )
    survivor.child.kill('SIGTERM')
    await survivor.ended

    for (const sink of sinks) sink.answerWith(() => ({ status: 200 }))
    await startNode(LATER_MS)
    await startNode(LATER_MS)
    await eventually(
      'nothing is pending',
      async () => (await countRows(database, sql`status = 'pending'`)) === 0,
      deadlineMs,
    )
    return { events, leasedAtKill, ...acknowledgements(sinks, events), statuses: await statuses(database) }
  } finally {
    for (const { child } of nodes) child.kill('SIGKILL')
    await Promise.all(nodes.map(({ ended }) => ended))
    await Promise.all(sinks.map((sink) => sink.close()))
    await database.close()
  }
}

type Rig = ReturnType<typeof dispatcherRig>

async function emitAll(rigs: readonly Rig[], events: number): Promise<void> {
  for (let sent = 0, turn = 0; sent < events; turn += 1) {
    const count = Math.min(EVENTS_A_COMMIT, events - sent)
    await (rigs[turn % rigs.length] as Rig).emit(count)
    sent += count
  }
}

const total = (sinks: readonly WebhookSink[]): number => sinks.reduce((sum, { requests }) => sum + requests.length, 0)

function acknowledgements(sinks: readonly WebhookSink[], events: number): Pick<StormResult, 'lost' | 'duplicates'> {
  const acknowledged = sinks.flatMap(({ requests }) => requests.filter(({ answered }) => answered === 200))
  const distinct = new Set(acknowledged.map(({ event }) => event.id)).size
  return { lost: events - distinct, duplicates: acknowledged.length - distinct }
}

async function countRows({ db }: Database, condition: ReturnType<typeof sql>): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`${condition}`)
    .executeTakeFirstOrThrow()
  return count
}

async function statuses({ db }: Database): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
