import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../../../src/store/database.ts'
import { describeDifference } from '../../../src/verify/difference.ts'
import { verify } from '../../../src/verify/verify.ts'
import { API_KEY, startNode, type TestNode } from '../../support/start-node.ts'
import { seededRandom, type Random } from '../random.ts'
import { changeWorld } from './changes.ts'
import { Client } from './clients.ts'
import { openDoor } from './door.ts'
import { Oracle, type Turn } from './oracle.ts'
import { Record } from './record.ts'
import { disturb } from './restless.ts'
import { buildWorld, type World } from './world.ts'

export interface ModelRun {
  readonly connection: DatabaseOptions['connection']
  readonly authorizations: number
  readonly seed: number
  readonly onRound?: (line: string) => void
}

export interface ModelResult {
  readonly authorizations: number
  readonly replays: number
  readonly approved: number
  /** How often each reason was given. */
  readonly reasons: Readonly<{ [code: string]: number }>
  readonly steps: number
  /** Turns that the oracle has judged. */
  readonly checked: number
  readonly inexact: number
  /** What callers were told and should not have been, what the sums are and should not be. */
  readonly wrong: readonly string[]
  /** Of `purser verify`. */
  readonly differences: readonly string[]
  readonly entries: number
}

const CLIENTS = 64
/** A leap ends thousands of holds and intents, each at its own moment. */
const LEAP_TIMEOUT_MS = 5 * MINUTE_MS
const NODE_ENV = {
  PURSER_TEST_CLOCK: 'true',
  PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
  PURSER_CREDENTIAL_READS_PER_HOUR: '1000',
}

/** Both decide ahead of their locks sooner than nodes that share customers should: what they foresee is often wrong. */
const EAGER = [0, 1].map((calmBatches) => ({ engine: { calmBatches } }))

/** Two nodes on one database, many clients, an oracle. Between rounds the world changes and time makes a leap. */
export async function runEngineModel({ connection, authorizations, seed, onRound }: ModelRun): Promise<ModelResult> {
  const random = seededRandom(seed)
  const databases = [1, 2].map(() => openDatabase({ connection, maxConnections: 10 }))
  const nodes: TestNode[] = []
  for (const [n, database] of databases.entries()) nodes.push(await startNode(database, NODE_ENV, EAGER[n]))
  const doors = nodes.map(({ baseUrl }) => openDoor(baseUrl, API_KEY))
  try {
    const [{ purser }, database] = [nodes[0] as TestNode, databases[0] as Database]
    const world = await buildWorld(purser, random, Math.max(16, Math.round(authorizations / 500)))
    const record = new Record()
    const oracle = new Oracle(world, record)
    const market = { world, doors, record, random }
    const clients = Array.from({ length: CLIENTS }, (_, n) => new Client(market, `${seed}-${n}`))
    let round = 0
    const roundSize = Math.max(1000, Math.round(authorizations / 40))
    while (record.authorizations < authorizations) {
      round += 1
      const before = record.authorizations
      const isOver = () => record.authorizations - before >= Math.min(roundSize, authorizations - before)
      const begun = await timeOf(nodes)
      await Promise.all([
        ...clients.map((client) => repeat(isOver, () => client.act())),
        repeat(isOver, () => tick(nodes, random)),
        ...restless(world).map((customer) => repeat(isOver, () => pauseThen(() => disturb(purser, random, customer)))),
      ])
      await leap(nodes, leapFrom(await timeOf(nodes), random, round))
      await judge(database, oracle, begun)
      const wrong = [...record.problems, ...oracle.wrong]
      onRound?.(
        `${record.authorizations} authorizations, ${oracle.checked} turns judged, ${wrong.length} wrong ${wrong[0] ?? ''}`,
      )
      forgetExpired(world, await timeOf(nodes))
      await changeWorld(purser, random, world)
    }
    oracle.finish()
    await compareTotals(database, oracle, world)
    return await result(database, { record, oracle })
  } finally {
    for (const door of doors) await door.close()
    for (const node of nodes) await node.stop()
    for (const database of databases) await database.close()
  }
}

const restless = ({ customers }: World) => customers.filter(({ isRestless }) => isRestless).slice(0, 4)

async function repeat(isOver: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!isOver()) await act()
}

const pauseThen = (act: () => Promise<void>) => delay(50).then(act)

const timeOf = async ([node]: readonly TestNode[]): Promise<number> =>
  Date.parse((await (node as TestNode).purser.testClock.get()).now)

/** Time goes on while purchases are made, now and then at one node before the other. */
async function tick(nodes: readonly TestNode[], random: Random): Promise<void> {
  const seconds = random.between(1, 400) / 1000
  for (const { purser } of nodes) await purser.testClock.advance({ seconds }, { timeoutMs: LEAP_TIMEOUT_MS })
  await delay(40)
}

async function leap(nodes: readonly TestNode[], target: number): Promise<void> {
  const seconds = (target - (await timeOf(nodes))) / 1000
  for (const { purser } of nodes) await purser.testClock.advance({ seconds }, { timeoutMs: LEAP_TIMEOUT_MS })
}

/** To the edges of windows; every third time to the end of a month, which then comes to one node before the other. */
function leapFrom(now: number, random: Random, round: number): number {
  if (round % 3 === 0) return endOfMonth(now + 5 * SECOND_MS) - 2 * SECOND_MS
  return now + random.pick([MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS, DAY_MS, 7 * DAY_MS, 8 * DAY_MS])
}

function endOfMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** All turns since a round began, holds that expired in the leap after it included. */
async function judge({ pool }: Database, oracle: Oracle, begun: number): Promise<void> {
  const { rows } = await pool.query<{
    customer_id: string
    sequence: number
    id: string
    kind: Turn['kind']
    at: number
  }>(
    `select customer_id, sequence, id, null as kind, created_at as at from transactions where created_at >= $1
      union all select customer_id, sequence, transaction_id, kind, at from transaction_steps where at >= $1
      order by 1, 2`,
    [begun - MINUTE_MS / 2],
  )
  for (const { customer_id: customerId, sequence, id, kind, at } of rows) {
    if (!oracle.isTaken(customerId, sequence)) oracle.take({ customerId, sequence, transactionId: id, kind, at })
  }
}

function forgetExpired({ customers }: World, now: number): void {
  for (const card of customers.flatMap(({ cards }) => cards)) {
    card.intents = card.intents.filter(({ expiresAt }) => expiresAt > now)
  }
}

async function compareTotals({ db }: Database, oracle: Oracle, world: World): Promise<void> {
  const totals = oracle.totals()
  const rows = await db.selectFrom('spend').select(['subject_id', 'total', 'month_total as monthTotal']).execute()
  const stored = new Map(rows.map((row) => [row.subject_id, row]))
  for (const { id, agents, cards } of world.customers.filter(({ isRestless }) => !isRestless)) {
    for (const level of [id, ...agents.map((agent) => agent.id), ...cards.map((card) => card.id)]) {
      for (const sum of ['total', 'monthTotal'] as const) {
        const [has, should] = [stored.get(level)?.[sum] ?? 0, totals.get(level)?.[sum] ?? 0]
        if (has !== should)
          oracle.wrong.push(`${level}: its ${sum} is ${has} by its row and ${should} by its purchases`)
      }
    }
  }
}

async function result(
  database: Database,
  { record, oracle }: { record: Record; oracle: Oracle },
): Promise<ModelResult> {
  const differences: string[] = []
  const { entries } = await verify(database, {
    onDifference: (difference) => differences.push(describeDifference(difference)),
  })
  const dealings = [...record.dealings.values()]
  const isApproval = ({ answer }: (typeof dealings)[number]) => answer.decision === 'approve'
  return {
    authorizations: record.authorizations,
    replays: record.replays,
    approved: dealings.filter(isApproval).length,
    reasons: countOf(dealings.flatMap(({ answer }) => (answer.reasons ?? []).map(({ code }) => code))),
    steps: dealings.reduce((sum, { steps }) => sum + steps.filter(({ answer }) => answer !== null).length, 0),
    checked: oracle.checked,
    inexact: oracle.inexact,
    wrong: [...record.problems, ...oracle.wrong],
    differences,
    entries,
  }
}

const countOf = (codes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
