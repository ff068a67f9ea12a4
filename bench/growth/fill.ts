import { connectionsOf, createEngine, type AuthorizationEngine } from '../../src/engine/engine.ts'
import { assert, present } from '../../src/lib/assert.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { openDatabase, type Database } from '../../src/store/database.ts'
import type { Stack } from '../support/stack.ts'
import { purchase, type World } from './world.ts'
import { systemAct } from '../../src/domain/audit/record.ts'

/** Events of settlements that are older a node would delete while it is measured. */
const SPREAD_MS = 28 * DAY_MS
/** So many times something is bought, and settled a second later: batches of one for a small history. */
const MOST_MOMENTS = 5000
/** A node runs meanwhile: no hold may have expired by its clock. */
const HOLD_MS = 2 * SPREAD_MS
const OPTIONS = { maxQueue: 1024, maxBatch: 256, maxInFlight: 2 }

/**
 * Gives a customer without any a history of so many transactions, evenly over the last four weeks, each settled. The engine itself
 * decides and stores them, with a clock that is moved: what is there afterwards is what a node would have left.
 */
export async function fill({ connection, database }: Stack, world: World, wanted: number): Promise<void> {
  const accountId = await onlyAccount(database)
  await withoutFlushes(database, async () => {
    const filled = openDatabase({ connection, maxConnections: 1 })
    const clock = { at: 0, now: () => clock.at }
    const engine = createEngine(
      { pool: filled.separatePool(connectionsOf(OPTIONS)), clock, ids: monotonicIds(clock), holdMs: HOLD_MS },
      OPTIONS,
      { committed: () => undefined, queued: () => undefined, blocked: () => undefined },
    )
    const begin = Date.now() - HOUR_MS - SPREAD_MS
    const moments = Math.min(wanted, MOST_MOMENTS)
    for (let moment = 0, stored = 0; moment < moments; moment += 1) {
      clock.at = begin + Math.floor((moment * SPREAD_MS) / moments)
      const until = Math.floor((wanted * (moment + 1)) / moments)
      const cardIds = Array.from({ length: until - stored }, (_, n) => cardOf(world, stored + n))
      const transactionIds = await buy(engine, accountId, cardIds)
      clock.at += 1000
      await settle(engine, accountId, transactionIds)
      stored = until
    }
    await engine.stop()
    await filled.close()
  })
  await database.pool.query('checkpoint')
}

const cardOf = ({ cardIds }: World, n: number): string =>
  present(cardIds[n % cardIds.length], 'a customer of a benchmark has cards')

const FILLING = systemAct('fill')

function buy(engine: AuthorizationEngine, accountId: string, cardIds: readonly string[]): Promise<string[]> {
  const asked = {
    kind: 'authorize',
    accountId,
    currency: 'USD',
    networkReference: null,
    referenceHash: null,
    credentials: { byNumber: false, expiry: 'none', cvv: 'none' },
  } as const
  return Promise.all(
    cardIds.map(async (cardId) => {
      const answer = await engine.submit({ ...asked, ...purchase(cardId) }, FILLING)
      assert(answer.kind === 'outcome' && answer.outcome.kind === 'decided', 'a purchase is decided')
      assert(answer.outcome.decision.decision === 'approve', 'a purchase is approved')
      return answer.outcome.transaction.id
    }),
  )
}

async function settle(
  engine: AuthorizationEngine,
  accountId: string,
  transactionIds: readonly string[],
): Promise<void> {
  await Promise.all(
    transactionIds.map((transactionId) =>
      engine.submit({ kind: 'settle', accountId, transactionId, final: true }, FILLING),
    ),
  )
}

async function onlyAccount({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from accounts')
  return present(rows[0], 'the first key has an account').id
}

/** What is lost with the machine is filled in anew. */
async function withoutFlushes({ pool }: Database, work: () => Promise<void>): Promise<void> {
  await pool.query('alter system set synchronous_commit = off')
  await pool.query('select pg_reload_conf()')
  await work()
  await pool.query('alter system reset synchronous_commit')
  await pool.query('select pg_reload_conf()')
}
