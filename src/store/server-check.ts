import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION_NAME, type DatabaseOptions } from './database.ts'
import { isCertificateRefused, isDatabaseUnavailable } from './database-errors.ts'

const OLDEST_VERSION = 150_000
const PATIENCE_MS = 10_000
const RETRY_MS = 500
const CONNECT_TIMEOUT_MS = 3000

/**
 * Why a PostgreSQL cannot be used, or null. One that does not answer yet is waited for, 10 s: started together with us, it
 * may come up later. A wrong password, name or certificate is no reason to wait.
 */
export async function problemOf(connectionString: string): Promise<string | null> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      const version = await serverVersion(connectionString)
      return version >= OLDEST_VERSION
        ? null
        : `PostgreSQL 15 or newer is needed, this is ${Math.floor(version / 10_000)}`
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isCertificateRefused(error)) return (error as Error).message
      if (performance.now() > deadline) return `the database does not answer (${reason(error as Error)})`
    }
    await delay(RETRY_MS)
  }
}

const serverVersion = (connectionString: string): Promise<number> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  })

/** How many connections of Pursers this database has, nodes and commands alike: those that this role may see. */
export const purserConnections = (connection: DatabaseOptions['connection']): Promise<number> =>
  withClient(connection, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = $1`,
      [APPLICATION_NAME],
    )
    return rowCount ?? 0
  })

/** Asks one question over a connection of its own. */
async function withClient<T>(
  connection: DatabaseOptions['connection'],
  ask: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client({ ...where, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the query that it interrupts fails
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Several addresses were tried: each has its own error, and the whole has no message. */
const reason = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join('; ') : error.message
