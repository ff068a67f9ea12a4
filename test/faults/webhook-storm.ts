import { sql } from 'kysely'
import { MINUTE_MS } from '../../src/lib/clock.ts'
import type { DatabaseOptions } from '../../src/store/connection/database.ts'
import { eventually } from '../support/eventually.ts'
import type { TestProcess } from '../support/processes/test-process.ts'
import { type Audit, countDeliveries, deliveryStatuses, type Fleet, openFleet } from './webhook-fleet.ts'

const RECEIVERS = 10
const FAILING = 3
/** Past the first retry, and past the leases of the nodes that were killed. */
const LATER_MS = 6 * MINUTE_MS

export interface Storm {
  readonly events: number
  /** Nodes killed with SIGKILL while they deliver: one whenever so many more requests have come. */
  readonly kills: number
  readonly deadlineMs: number
}

export interface StormResult extends Audit {
  /** Nodes that were killed, and what they held then: more than that cannot come twice. */
  readonly killed: number
  readonly leasedAtKills: number
  /** Deliveries by status at the end. */
  readonly statuses: Record<string, number>
}

/**
 * Events for ten receivers, three of which fail everything at first, delivered by two nodes, one of which is killed
 * again and again, and replaced. Then the receivers recover, the clock of two new nodes is past the retry, and
 * everything must have arrived.
 */
export async function webhookStorm(connection: DatabaseOptions['connection'], storm: Storm): Promise<StormResult> {
  const fleet = await openFleet(connection, RECEIVERS)
  try {
    for (const sink of fleet.sinks.slice(0, FAILING)) fleet.answer(sink, 500)
    const survivor = await fleet.startNode()
    const emitting = fleet.emit(storm.events)
    const leased = await killAgainAndAgain(fleet, storm)
    await emitting
    await eventually(
      'all but what killed nodes hold is attempted',
      async () => (await countDeliveries(fleet.database, sql`attempt_count = 0 and leased_until is null`)) === 0,
      storm.deadlineMs,
    )
    survivor.child.kill('SIGTERM')
    await survivor.ended
    await recover(fleet, storm.deadlineMs)
    return {
      killed: leased.length,
      leasedAtKills: leased.reduce((sum, count) => sum + count, 0),
      ...(await fleet.audit()),
      statuses: await deliveryStatuses(fleet.database),
    }
  } finally {
    await fleet.close()
  }
}

/** Answers what was leased at each kill. */
async function killAgainAndAgain(fleet: Fleet, { events, kills, deadlineMs }: Storm): Promise<number[]> {
  const step = Math.floor(events / (kills + 1))
  const leased: number[] = []
  let doomed: TestProcess = await fleet.startNode()
  for (let i = 1; i <= kills; i += 1) {
    await eventually(`${i * step} requests have come`, () => fleet.received() >= i * step, deadlineMs)
    doomed.child.kill('SIGKILL')
    await doomed.ended
    leased.push(await countDeliveries(fleet.database, sql`leased_until is not null`))
    doomed = await fleet.startNode()
  }
  doomed.child.kill('SIGTERM')
  await doomed.ended
  return leased
}

async function recover(fleet: Fleet, deadlineMs: number): Promise<void> {
  for (const sink of fleet.sinks) fleet.answer(sink, 200)
  fleet.setClocksAhead(LATER_MS)
  await fleet.startNode(LATER_MS)
  await fleet.startNode(LATER_MS)
  await eventually(
    'nothing is pending',
    async () => (await countDeliveries(fleet.database, sql`status = 'pending'`)) === 0,
    deadlineMs,
  )
}

/** Two nodes, receivers that are well, and nobody is killed: each event must come once. */
export async function calmDelivery(
  connection: DatabaseOptions['connection'],
  { events, deadlineMs }: Omit<Storm, 'kills'>,
): Promise<Audit> {
  const fleet = await openFleet(connection, RECEIVERS)
  try {
    await fleet.startNode()
    await fleet.startNode()
    await fleet.emit(events)
    await eventually(
      'nothing is pending',
      async () => (await countDeliveries(fleet.database, sql`status = 'pending'`)) === 0,
      deadlineMs,
    )
    return await fleet.audit()
  } finally {
    await fleet.close()
  }
}
