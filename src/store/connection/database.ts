import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { tracedDatabaseTrip } from '../../lib/tracing.ts'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { BucketGroups } from '../sharding/groups.ts'
import { MachineClock } from '../../lib/machine-clock.ts'
import { createWorkerConnectionPools } from './worker-pools.ts'
import { type WorkerAddress, readBucketGroups, readBucketAddresses } from '../sharding/topology.ts'
import { UnknownCommitError } from './database-errors.ts'
import { clocksAgree, ClockComparingDialect } from './database-time.ts'
import type { Db, Tx } from './db.ts'
import { WriteGatheringSocket } from './write-gathering-socket.ts'
import { createCallerDatabaseHandles } from './lend-connection.ts'
import { StatementNamingClient } from './named-statements.ts'
import {
  type NamedConnectionPool,
  type ConnectionPoolName,
  type ConnectionPoolUse,
  countConnectionPoolUses,
} from './pool-use.ts'
import { poolsOfSingleDatabaseServer, type DatabaseServerPools } from './server-pools.ts'
import { DatabaseServerWatch } from './server-watch.ts'
import { setDatabaseConnectionSettings } from './session-settings.ts'
import type { DatabaseTables } from '../rows/tables.ts'

export interface Database {
  readonly db: Db
  /**
   * Makes a database handle for the reads of one caller. Once `gone` aborts, the running statement is canceled, and further ones reject.
   */
  readonly dbUntil: (gone: AbortSignal) => Db
  /** The connections for reads. `db` uses them, and so do statements that are written as SQL. */
  readonly pool: pg.Pool
  /**
   * Finds out how buckets are grouped. One statement can only have ids of one group of buckets. The groups are read once and kept, because
   * no node runs while tables are distributed.
   */
  readonly groups: () => Promise<BucketGroups>
  /**
   * Opens another pool of connections, for callers that must not wait for the connections that others use. It is closed with the database.
   */
  separatePool(maxConnections: number): pg.Pool
  /** Opens pools like `separatePool`, one to each server that has buckets of its own, with this many connections each. */
  serverPools(maxConnections: number): Promise<DatabaseServerPools>
  /** Counts for each pool of this node how many connections are in use and idle now, and how many callers wait for one. */
  poolUses(): readonly ConnectionPoolUse[]
  /** The clock of this machine, which each transaction compares with the database's. */
  readonly clock: MachineClock
  /** Compares this machine's clock with the database's now. Resolves with false if they differ by more than is allowed. */
  clocksAgree(): Promise<boolean>
  /**
   * Runs work in a transaction at READ COMMITTED, and resolves after the commit. If the work throws, the transaction is rolled back.
   * Rejects with `UnknownCommitError` if the commit was sent and nobody can know whether it was done, and with `ClockDifferenceError`, before
   * any work, if this machine's clock and the database's differ by more than is allowed.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Reads int8 and numeric as JavaScript numbers. Amounts and times fit a double exactly: amounts are at most 2^53 - 1 (contract, section 2).
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC ? Number : pg.types.getTypeParser(oid, format),
}

/** The name by which the PostgreSQL server lists Purser's connections. */
export const POSTGRES_APPLICATION_NAME = 'purser'

export interface DatabaseOptions {
  /** The connection string of a server, or the host (the folder of a socket), user and database of the embedded server. */
  readonly connection: string | { host: string; port: number; user: string; database: string }
  readonly maxConnections: number
  /** The clock that transactions compare with the database's. Default: the system's clock, with the default limit. */
  readonly clock?: MachineClock
  /** True: no statement has a deadline. For commands whose statements may take long. */
  readonly isPatient?: boolean
  /** Called with every connection before it is used, for tests that observe what the server does with statements. */
  readonly onConnection?: (client: pg.ClientBase) => void
}

/**
 * The share of the connections that is for writes. Writes may wait for locked customers. However many of them wait, connections are left
 * for requests that only read, such as the look-up of an API key.
 */
const SHARE_OF_WRITES = 0.6

interface PoolOptions extends DatabaseOptions {
  /** Called with each database connection before it is used. If it rejects, the connection is not used. */
  readonly look?: (client: pg.ClientBase) => Promise<void>
}

export function openDatabase(options: DatabaseOptions): Database {
  const pools: NamedConnectionPool[] = []
  const openNamed = (name: ConnectionPoolName, maxConnections: number, more: Partial<PoolOptions> = {}) => {
    const pool = openPool({ ...options, maxConnections, ...more })
    pools.push({ name, pool })
    return pool
  }
  const clock = options.clock ?? new MachineClock()
  const forWrites = Math.ceil(options.maxConnections * SHARE_OF_WRITES)
  const writes = new Kysely<DatabaseTables>({
    dialect: new ClockComparingDialect({ pool: openNamed('write', forWrites) }, clock),
  })
  const pool = openNamed('read', Math.max(1, options.maxConnections - forWrites))
  const reads = new Kysely<DatabaseTables>({ dialect: new PostgresDialect({ pool }) })
  const groups = rememberSuccess(() => readBucketGroups(pool))
  return {
    db: reads,
    dbUntil: createCallerDatabaseHandles(pool),
    pool,
    groups,
    separatePool: (maxConnections) => openNamed('engine', maxConnections),
    serverPools: async (maxConnections) => {
      const watch = new DatabaseServerWatch()
      const home = openNamed('engine', maxConnections, { look: watch.ofPool() })
      if ((await groups()).bucketScopes.length === 1) return poolsOfSingleDatabaseServer(home, watch)
      const open = (address: WorkerAddress) =>
        openNamed('engine', maxConnections, { connection: at(options.connection, address), look: watch.ofPool() })
      return createWorkerConnectionPools({ home, open, watch, readBucketAddresses: () => readBucketAddresses(pool) })
    },
    poolUses: () => countConnectionPoolUses(pools),
    clock,
    clocksAgree: () => clocksAgree(pool, clock),
    transaction: (work) =>
      transactionOn(writes, (tx) => {
        clock.demand()
        return work(tx)
      }),
    close: async () => {
      await Promise.all([reads.destroy(), writes.destroy()])
      // Kysely's `destroy` ends a pool of connections only if Kysely has used the pool.
      const open = pools.map(({ pool: one }) => one).filter(({ ending }) => !ending)
      await Promise.all(open.map((one) => one.end()))
    },
  }
}

/** Makes the connection settings for the same database on another server. */
function at(connection: DatabaseOptions['connection'], { host, port }: WorkerAddress): DatabaseOptions['connection'] {
  if (typeof connection !== 'string') return { ...connection, host, port }
  return Object.assign(new URL(connection), { hostname: host, port: String(port) }).href
}

const transactionOn = <T>(writes: Kysely<DatabaseTables>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  tracedDatabaseTrip('transaction', () => runTransaction(writes, work))

async function runTransaction<T>(writes: Kysely<DatabaseTables>, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isDone = false
  try {
    const ours = writes.transaction().setIsolationLevel('read committed')
    return await ours.execute(async (tx) => {
      const result = await work(tx)
      isDone = true
      return result
    })
  } catch (error) {
    throw isDone ? new UnknownCommitError({ cause: error }) : error
  }
}

/** Makes a function that calls `find` until `find` has succeeded once, and from then on returns that result. */
function rememberSuccess<T>(find: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= find().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}

function openPool({ connection, maxConnections, isPatient = false, onConnection, look }: PoolOptions): pg.Pool {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection
  const pool = new pg.Pool({
    ...where,
    Client: StatementNamingClient,
    max: maxConnections,
    types,
    application_name: POSTGRES_APPLICATION_NAME,
    connectionTimeoutMillis: answerStepDeadlinesMs.connection,
    ...(isPatient ? {} : { query_timeout: answerStepDeadlinesMs.statement }),
    keepAlive: true,
    stream: () => new WriteGatheringSocket(),
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, which its types do not say
    onConnect: (client) => Promise.all([setDatabaseConnectionSettings(client, isPatient), look?.(client)]),
    pipeline: true, // the statements of a transaction share round trips: that halves the time of sending them one by one
  })
  pool.on('error', () => undefined) // an idle connection was lost: the next query opens another one
  // If a connection is lost in the middle of a transaction, its next query fails. Without the listener for `error`, the error would also
  // end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    onConnection?.(client)
  })
  return pool
}
