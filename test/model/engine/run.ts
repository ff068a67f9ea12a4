import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../../src/store/connection/database.ts'
import { describeReplayDifference } from '../../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../../src/verify/verify.ts'
import { seededRandom, type Random } from '../random.ts'
import { backtestAll } from './backtest-all.ts'
import { changeWorld } from './changes.ts'
import { Client } from './clients.ts'
import { comparePeriods } from './compare-periods.ts'
import { compareSpend } from './compare-spend.ts'
import { Nodes } from './nodes.ts'
import { Oracle, type Turn } from './oracle.ts'
import { Record } from './record.ts'
import { disturb } from './disturb.ts'
import { buildWorld, type World } from './world.ts'
import { openTestVault } from '../../support/test-vault.ts'

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
  /** How often each rule had a person asked about a declaration. */
  readonly asked: Readonly<{ [rule: string]: number }>
  readonly steps: number
  /** Purchases that took a period of a subscription. */
  readonly renewals: number
  /** Turns that the oracle has judged. */
  readonly checked: number
  readonly inexact: number
  /** What callers were told and should not have been, what the sums are and should not be. */
  readonly wrong: readonly string[]
  /** Of `purser verify`. */
  readonly differences: readonly string[]
  readonly entries: number
  readonly nodes: number
  /** Decisions that backtests of unchanged rules have made again, and those that they decided otherwise. */
  readonly backtested: { readonly decisions: number; readonly changed: number }
}

type Verified = Pick<ModelResult, 'differences' | 'entries'>

const CLIENTS = 64
const BEGINNING = Date.UTC(2028, 0, 30, 23, 59)

/**
 * Two nodes on one database, many clients, an oracle; half way a third node joins them, which has seen nothing. Between rounds
 * the world changes and time makes a leap.
 */
export async function runEngineModel({ connection, authorizations, seed, onRound }: ModelRun): Promise<ModelResult> {
  const random = seededRandom(seed)
  const nodes = await Nodes.start(connection, 2)
  try {
    const { purser } = nodes.first
    // Days that a month or year does not have come up from the first month on: 30 and 31 January, and 29 February.
    await nodes.leapTo(BEGINNING)
    const world = await buildWorld(purser, random, Math.max(16, Math.round(authorizations / 500)))
    await changeWorld(purser, random, world) // its first intents and subscriptions
    const record = new Record()
    const oracle = new Oracle(world, record)
    const market = { world, doors: nodes.doors, record, random }
    const clients = Array.from({ length: CLIENTS }, (_, n) => new Client(market, `${seed}-${n}`))
    let round = 0
    // Three rounds at least: the third node joins in the last of them.
    const roundSize = Math.max(Math.min(1000, Math.ceil(authorizations / 3)), Math.round(authorizations / 40))
    while (record.authorizations < authorizations) {
      round += 1
      const before = record.authorizations
      const isOver = () => record.authorizations - before >= Math.min(roundSize, authorizations - before)
      const isHalfWay = before >= authorizations / 2
      const begun = await nodes.time()
      await Promise.all([
        ...clients.map((client) => repeat(isOver, () => client.act())),
        repeat(isOver, () => nodes.tick(random)),
        ...restless(world).map((customer) => repeat(isOver, () => pauseThen(() => disturb(purser, random, customer)))),
        isHalfWay && nodes.all.length === 2 ? nodes.join() : undefined,
      ])
      await nodes.leapTo(leapFrom(await nodes.time(), random, round))
      await judge(nodes.database, oracle, begun)
      const wrong = [...record.problems, ...oracle.wrong]
      onRound?.(
        `${record.authorizations} authorizations, ${oracle.checked} turns judged, ${wrong.length} wrong ${wrong[0] ?? ''}`,
      )
      forgetExpired(world, await nodes.time())
      await changeWorld(purser, random, world)
    }
    oracle.finish()
    await compareSpend(nodes, oracle, world)
    const renewals = await comparePeriods(nodes.database, (problem) => record.problems.push(problem))
    return await result(nodes, { record, oracle, world, renewals, verification: await verified(connection) })
  } finally {
    await nodes.stop()
  }
}

const restless = ({ customers }: World) => customers.filter(({ isRestless }) => isRestless).slice(0, 4)

async function repeat(isOver: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!isOver()) await act()
}

const pauseThen = (act: () => Promise<void>) => delay(50).then(act)

/** To the edges of windows; every third time to the end of a month, which then comes to one node before the others. */
function leapFrom(now: number, random: Random, round: number): number {
  if (round % 3 === 0) return endOfMonth(now + 5 * SECOND_MS) - 2 * SECOND_MS
  return now + random.pick([MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS, DAY_MS, 7 * DAY_MS, 8 * DAY_MS, 59 * DAY_MS])
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
    card.subscriptions = card.subscriptions.filter(({ until }) => until === null || until > now)
  }
}

/** As the command does, which waits for its statements as long as they take. */
async function verified(connection: ModelRun['connection']): Promise<Verified> {
  const database = openDatabase({ connection, maxConnections: 2, isPatient: true })
  const differences: string[] = []
  try {
    const { entries } = await verifyDatabase(database, {
      vault: await openTestVault(database),
      onDifference: (difference) => differences.push(describeReplayDifference(difference)),
    })
    return { entries, differences }
  } finally {
    await database.close()
  }
}

interface Ran extends Pick<ModelResult, 'renewals'> {
  readonly record: Record
  readonly oracle: Oracle
  readonly world: World
  readonly verification: Verified
}

async function result(nodes: Nodes, { record, oracle, world, renewals, verification }: Ran): Promise<ModelResult> {
  const dealings = [...record.dealings.values()]
  const isApproval = ({ answer }: (typeof dealings)[number]) => answer.decision === 'approve'
  return {
    authorizations: record.authorizations,
    replays: record.replays,
    approved: dealings.filter(isApproval).length,
    reasons: countOf(dealings.flatMap(({ answer }) => (answer.reasons ?? []).map(({ code }) => code))),
    asked: countOf(world.customers.flatMap(({ book }) => book.asked)),
    steps: dealings.reduce((sum, { steps }) => sum + steps.filter(({ answer }) => answer !== null).length, 0),
    renewals,
    checked: oracle.checked,
    inexact: oracle.inexact,
    wrong: [...record.problems, ...oracle.wrong],
    ...verification,
    nodes: nodes.all.length,
    backtested: await backtestAll(nodes.first.purser, world),
  }
}

const countOf = (codes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
