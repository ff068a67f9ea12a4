import { type ConnectionProvider, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { CallerGoneError } from '../../lib/traffic/busy-error.ts'
import type { DatabaseTables } from '../rows/tables.ts'
import { cancelRunningSqlStatement } from './cancel.ts'
import type { Db } from './db.ts'

/**
 * How many milliseconds a statement may go on after its caller has gone. Most statements end meanwhile, and their connection needs no
 * replacement.
 */
const GRACE_MS = 100

/**
 * Lends a connection of a pool to work that ends with its caller: once `gone` aborts, the running statement is canceled, and no further work
 * begins. After an error the connection is closed.
 */
export async function lendDatabaseConnection<T>(
  { pool, gone }: { pool: pg.Pool; gone: AbortSignal },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  if (gone.aborted) throw new CallerGoneError()
  const client = await pool.connect()
  if (gone.aborted) {
    client.release()
    throw new CallerGoneError()
  }
  let timer: NodeJS.Timeout | undefined
  let canceled: Promise<void> | null = null
  const begin = () => {
    timer = setTimeout(() => {
      canceled = cancelRunningSqlStatement(client)
    }, GRACE_MS).unref()
  }
  gone.addEventListener('abort', begin, { once: true })
  let hasFailed = true
  try {
    const result = await work(client)
    hasFailed = false
    return result
  } catch (error) {
    throw canceled === null ? error : new CallerGoneError()
  } finally {
    gone.removeEventListener('abort', begin)
    clearTimeout(timer)
    if (canceled === null) client.release(hasFailed)
    else void (canceled as Promise<void>).then(() => client.release(true))
  }
}

/**
 * Makes `Database.dbUntil`: a function that makes a database handle for the reads of one caller. The reads end when their caller has gone.
 */
export function createCallerDatabaseHandles(pool: pg.Pool): (gone: AbortSignal) => Db {
  const dialect = new PostgresDialect({ pool })
  const config = { dialect }
  const driver = dialect.createDriver()
  const executor = new Kysely<DatabaseTables>(config).getExecutor()
  return (gone) =>
    new Kysely<DatabaseTables>({
      config,
      dialect,
      driver,
      executor: executor.withConnectionProvider(lending(pool, gone)),
    })
}

const lending = (pool: pg.Pool, gone: AbortSignal): ConnectionProvider => ({
  provideConnection: (consumer) =>
    lendDatabaseConnection({ pool, gone }, (client) => consumer(readingConnection(client))),
})

const readingConnection = (client: pg.PoolClient): DatabaseConnection => ({
  executeQuery: async ({ sql, parameters }) => ({ rows: (await client.query(sql, [...parameters])).rows }),
  streamQuery: () => {
    throw new Error('Rows are read in pages.')
  },
})
