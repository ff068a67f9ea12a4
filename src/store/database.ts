import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import type { Tables } from './tables.ts'

/** Reads. A write on it does not compile. */
export type Db = Pick<Kysely<Tables>, 'selectFrom'>
/** Writes, inside a transaction; reads there too. */
export type Tx = Transaction<Tables>

export interface Database {
  readonly db: Db
  /** The connections, for the statements of the hot path, the dispatcher's LISTEN and the migrations. */
  readonly pool: pg.Pool
  /** Read committed. A throw rolls back. Resolves after the commit. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Amounts and times are int8 and fit a double exactly: amounts are at most 2^53 - 1 (contract, section 2). */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC ? Number : pg.types.getTypeParser(oid, format),
}

export interface DatabaseOptions {
  /** A connection string, or the host (a socket directory), user and database of the embedded server. */
  readonly connection: string | { host: string; port: number; user: string; database: string }
  readonly maxConnections: number
  /** For commands whose statements may take long: no deadline for any of them. */
  readonly isPatient?: boolean
}

/**
 * A statement that is not answered in time: its connection is given up, since nothing may ever come on it again, and the
 * server ends it. As long may a node be silent in the middle of a transaction: a frozen one lets go of its locks.
 */
const STATEMENT_DEADLINE_MS = 5000
const PATIENT_SILENCE_MS = 30_000

const hurried = {
  statement_timeout: STATEMENT_DEADLINE_MS,
  query_timeout: STATEMENT_DEADLINE_MS,
  idle_in_transaction_session_timeout: STATEMENT_DEADLINE_MS,
}
const patient = { idle_in_transaction_session_timeout: PATIENT_SILENCE_MS }

export function openDatabase(options: DatabaseOptions): Database {
  const where = typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection
  const pool = new pg.Pool({
    ...where,
    max: options.maxConnections,
    types,
    application_name: 'purser',
    connectionTimeoutMillis: 2000,
    ...(options.isPatient === true ? patient : hurried),
    keepAlive: true,
    stream: () => new GatheringSocket(),
    pipeline: true, // a transaction's statements travel together: half the time of one each
  })
  pool.on('error', () => undefined) // an idle connection was lost: the next query opens another
  // A connection lost in the middle of a transaction fails its next query; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db: kysely,
    pool,
    transaction: (work) => kysely.transaction().execute(work),
    close: async () => {
      await kysely.destroy()
      if (!pool.ending) await pool.end() // Kysely ends a pool only if it has used it
    },
  }
}
