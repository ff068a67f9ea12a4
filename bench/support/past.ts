import { openTestVault } from '../../test/support/test-vault.ts'
import type { EngineCommand } from '../../src/domain/batch/commands/commands.ts'
import { noNetworkReference } from '../../src/domain/batch/references.ts'
import { engineConnectionCount, createEngine, type AuthorizationEngine } from '../../src/engine/engine.ts'
import { singleBucketGroup } from '../../src/store/sharding/groups.ts'
import { auditedActOfSystem } from '../../src/domain/audit/audited-act.ts'
import { assert, assertPresent } from '../../src/lib/assert.ts'
import { ServiceBusyError } from '../../src/lib/traffic/busy-error.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { DatabaseTimeoutError } from '../../src/store/connection/database-errors.ts'
import { openDatabase, type Database } from '../../src/store/connection/database.ts'
import { poolsOfSingleDatabaseServer } from '../../src/store/connection/server-pools.ts'
import type { BenchStack } from './stack.ts'

/** A purchase as a request has it, without the card. */
export interface RequestedPurchase {
  readonly cardId: string
  readonly amount: number
  readonly merchant: { readonly name: string; readonly mcc: string; readonly city: string; readonly country: string }
}

/**
 * Purchases in the past, which the engine itself decides and stores, with a clock that is moved: the database then has what a node would
 * have left.
 */
export interface PastPurchaseClock {
  /** The time of the clock at which past purchases are made, in Unix milliseconds. It may only grow. */
  at: number
  /** Makes purchases. Resolves to the ids of the approved transactions. */
  buy(purchases: readonly RequestedPurchase[]): Promise<string[]>
  settle(transactionIds: readonly string[]): Promise<void>
}

const OPTIONS = { maxQueue: 1024, maxBatch: 256, maxInFlight: 2 }
const FILLING = auditedActOfSystem('fill')

/** Runs `work` with a clock in the past. With `holdMs`, a node runs at the same time, by whose clock no hold may have expired. */
export async function withPastPurchaseClock(
  { connection, database }: BenchStack,
  { begin, holdMs }: { begin: number; holdMs: number },
  work: (past: PastPurchaseClock) => Promise<void>,
): Promise<void> {
  const accountId = await onlyAccount(database)
  const vault = await openTestVault(database)
  await withoutFlushes(database, async () => {
    const filled = openDatabase({ connection, maxConnections: 1 })
    const clock = { at: begin, now: () => clock.at }
    const engine = createEngine(
      {
        machineClock: filled.clock,
        pools: poolsOfSingleDatabaseServer(filled.separatePool(engineConnectionCount(OPTIONS, singleBucketGroup))),
        groups: singleBucketGroup,
        clock,
        ids: monotonicIds(clock),
        vault,
        holdMs,
      },
      OPTIONS,
      { committed: () => undefined, queued: () => undefined, blocked: () => undefined },
    )
    await work(pastOf(engine, clock, accountId))
    await engine.stop()
    await filled.close()
  })
  await database.pool.query('checkpoint')
}

function pastOf(engine: AuthorizationEngine, clock: { at: number }, accountId: string): PastPurchaseClock {
  const asked = {
    kind: 'authorize',
    accountId,
    currency: 'USD',
    ...noNetworkReference,
    credentials: { byNumber: false, expiry: 'none', cvv: 'none' },
  } as const
  const submit = patiently((command: EngineCommand) => engine.submit(command, FILLING))
  const buyOne = async (purchase: RequestedPurchase) => {
    const answer = await submit({ ...asked, ...purchase })
    assert(answer.kind === 'outcome' && answer.outcome.kind === 'decided', 'a purchase is decided')
    const { decision, transaction } = answer.outcome
    return decision.decision === 'approve' ? [transaction.id] : []
  }
  return {
    get at() {
      return clock.at
    },
    set at(at) {
      clock.at = at
    },
    buy: async (purchases) => (await Promise.all(purchases.map(buyOne))).flat(),
    settle: async (transactionIds) => {
      await Promise.all(
        transactionIds.map((transactionId) => submit({ kind: 'settle', accountId, transactionId, final: true })),
      )
    },
  }
}

/** Repeats a request that the database did not answer in time, as a client would: the machine may be busy. */
const patiently =
  <A, B>(ask: (request: A) => Promise<B>) =>
  async (request: A): Promise<B> => {
    for (;;) {
      try {
        return await ask(request)
      } catch (error) {
        if (!(error instanceof ServiceBusyError || error instanceof DatabaseTimeoutError)) throw error
      }
    }
  }

async function onlyAccount({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from accounts')
  return assertPresent(rows[0], 'the first key has an account').id
}

/** Runs `work` without fsync. If the machine crashes, the database has to be filled again. */
async function withoutFlushes({ pool }: Database, work: () => Promise<void>): Promise<void> {
  await pool.query('alter system set synchronous_commit = off')
  await pool.query('select pg_reload_conf()')
  await work()
  await pool.query('alter system reset synchronous_commit')
  await pool.query('select pg_reload_conf()')
}
