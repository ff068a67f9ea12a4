import { setTimeout as delay } from 'node:timers/promises'
import { APPLICATION_NAME, type DatabaseOptions } from './database.ts'
import { isCertificateRefused, isDatabaseUnavailable } from './database-errors.ts'
import { onConnection } from './one-connection.ts'

const OLDEST_VERSION = 150_000
const PATIENCE_MS = 10_000
const RETRY_MS = 500

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
  onConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  })

/** How many connections of Pursers this database has, nodes and commands alike: those that this role may see. */
export const purserConnections = (connection: DatabaseOptions['connection']): Promise<number> =>
  onConnection(connection, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = $1`,
      [APPLICATION_NAME],
    )
    return rowCount ?? 0
  })

/** Several addresses were tried: each has its own error, and the whole has no message. */
const reason = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join('; ') : error.message
