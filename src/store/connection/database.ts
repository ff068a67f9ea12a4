import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import type { Groups } from '../sharding/groups.ts'
import { MachineClock } from '../../lib/machine-clock.ts'
import { type Address, nearPools } from '../sharding/near-pools.ts'
import { readGroups, readBucketAddresses } from '../sharding/topology.ts'
import { UnknownFateError } from './database-errors.ts'
import { clocksAgree, ComparingDialect } from './database-time.ts'
import type { Db, Tx } from './db.ts'
import { GatheringSocket } from './gathering-socket.ts'
import { NamingClient } from './named-statements.ts'
import { rowsByKey, type RowsByKey } from '../statements/rows-by-key.ts'
import { onePool, type ServerPools } from './server-pools.ts'
import { ServerWatch } from './server-watch.ts'
import type { Tables } from '../rows/tables.ts'

export interface Database {
  readonly db: Db
  /** The connections of reads, for statements of our own too. */
  readonly pool: pg.Pool
  /** What may travel in one statement. It stays as it was found first: nodes are stopped while tables are distributed. */
  readonly groups: () => Promise<Groups>
  /** Reads of rows by their ids, many callers in one trip. */
  readonly byKey: RowsByKey
  /** Connections of their own, for whoever must not wait behind others. They are closed with the database. */
  separatePool(maxConnections: number): pg.Pool
  /** The same to each server that has something of its own, so many each. */
  serverPools(maxConnections: number): Promise<ServerPools>
  /** Of this machine, compared with the database's in each transaction. */
  readonly clock: MachineClock
  /** Compares the two now. False: they differ by more than is allowed. */
  clocksAgree(): Promise<boolean>
  /**
   * Read committed. A throw rolls back. Resolves after the commit. Rejects with `UnknownFateError` where the commit was sent and
   * nobody knows what came of it, and with `ClockDifferenceError`, before any work, where this machine's clock and the database's
   * differ by more than is allowed.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Amounts and times are int8 and fit a double exactly: amounts are at most 2^53 - 1 (contract, section 2). */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC ? Number : pg.types.getTypeParser(oid, format),
}

/** By which the server knows whose connections these are. */
export const APPLICATION_NAME = 'purser'

export interface DatabaseOptions {
  /** A connection string, or the host (a socket directory), user and database of the embedded server. */
  readonly connection: string | { host: string; port: number; user: string; database: string }
  readonly maxConnections: number
  /** Default: the system's clock, with the default limit. */
  readonly clock?: MachineClock
  /** For commands whose statements may take long: no deadline for any of them. */
  readonly isPatient?: boolean
  /** Sees every connection that is opened, before it is used: for tests that look at what the server does with statements. */
  readonly onConnection?: (client: pg.ClientBase) => void
}

/**
 * Writes may wait for a locked customer. However many do, there are connections left for those who only read: whose key it
 * is, for one.
 */
const SHARE_OF_WRITES = 0.6

/**
 * A statement that is not answered in time: its connection is given up, since nothing may ever come on it again, and the
 * server ends it. As long may a node be silent in the middle of a transaction: a frozen one lets go of its locks.
 */
const hurried = {
  statement_timeout: deadlines.statement,
  query_timeout: deadlines.statement,
  lock_timeout: deadlines.lock,
  idle_in_transaction_session_timeout: deadlines.statement,
}
/**
 * What a service asks is found by keys and indexes, whatever statistics say: they are missing on a young table, and a plan that
 * was made for an empty one stays. So each statement is planned once, without its parameters, and never reads a table from end
 * to end, in whatever order.
 */
const byKeys = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]
/**
 * A server of a cluster finds the one shard of a statement by its parameters, and so plans it with them. Anywhere else this finds
 * nothing to set.
 */
const PLAN_FOR_ITS_PARAMETERS = `select set_config('plan_cache_mode', 'auto', false) from pg_extension where extname = 'citus'`
const patient = { idle_in_transaction_session_timeout: deadlines.patientSilence }

interface PoolOptions extends DatabaseOptions {
  /** At each connection, before it is used. One that it fails for is not. */
  readonly look?: (client: pg.ClientBase) => Promise<void>
}

export function openDatabase(options: DatabaseOptions): Database {
  const pools: pg.Pool[] = []
  const separatePool = (maxConnections: number, more: Partial<PoolOptions> = {}) => {
    const pool = openPool({ ...options, maxConnections, ...more })
    pools.push(pool)
    return pool
  }
  const clock = options.clock ?? new MachineClock()
  const forWrites = Math.ceil(options.maxConnections * SHARE_OF_WRITES)
  const writes = new Kysely<Tables>({ dialect: new ComparingDialect({ pool: separatePool(forWrites) }, clock) })
  const pool = separatePool(Math.max(1, options.maxConnections - forWrites))
  const reads = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const groups = foundOnce(() => readGroups(pool))
  return {
    db: reads,
    pool,
    groups,
    byKey: rowsByKey(pool, groups),
    separatePool,
    serverPools: async (maxConnections) => {
      const watch = new ServerWatch()
      const home = separatePool(maxConnections, { look: watch.ofPool() })
      if ((await groups()).bucketScopes.length === 1) return onePool(home, watch)
      const open = (address: Address) =>
        separatePool(maxConnections, { connection: at(options.connection, address), look: watch.ofPool() })
      return nearPools({ home, open, watch, readBucketAddresses: () => readBucketAddresses(pool) })
    },
    clock,
    clocksAgree: () => clocksAgree(pool, clock),
    transaction: (work) =>
      transactionOn(writes, (tx) => {
        clock.demand()
        return work(tx)
      }),
    close: async () => {
      await Promise.all([reads.destroy(), writes.destroy()])
      // Kysely ends a pool only if it has used it.
      await Promise.all(pools.filter(({ ending }) => !ending).map((one) => one.end()))
    },
  }
}

/** The same database on another server. */
function at(connection: DatabaseOptions['connection'], { host, port }: Address): DatabaseOptions['connection'] {
  if (typeof connection !== 'string') return { ...connection, host, port }
  return Object.assign(new URL(connection), { hostname: host, port: String(port) }).href
}

async function transactionOn<T>(writes: Kysely<Tables>, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isDone = false
  try {
    return await writes.transaction().execute(async (tx) => {
      const result = await work(tx)
      isDone = true
      return result
    })
  } catch (error) {
    throw isDone ? new UnknownFateError({ cause: error }) : error
  }
}

/** Asks until it is answered, and then never again. */
function foundOnce<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

function openPool({ connection, maxConnections, isPatient, onConnection, look }: PoolOptions): pg.Pool {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new pg.Pool({
    ...where,
    Client: NamingClient,
    max: maxConnections,
    types,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: deadlines.connection,
    ...(isPatient === true ? patient : { ...hurried, options: byKeys.map((setting) => `-c ${setting}`).join(' ') }),
    keepAlive: true,
    stream: () => new GatheringSocket(),
    // oxlint-disable-next-line typescript/no-misused-promises -- it is waited for; the types do not say so yet
    ...(look && { onConnect: look }),
    pipeline: true, // a transaction's statements travel together: half the time of one each
  })
  pool.on('error', () => undefined) // an idle connection was lost: the next query opens another
  // A connection lost in the middle of a transaction fails its next query; unheard, it would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.query(PLAN_FOR_ITS_PARAMETERS).catch(() => undefined) // the next query fails as well, and tells
    onConnection?.(client)
  })
  return pool
}
