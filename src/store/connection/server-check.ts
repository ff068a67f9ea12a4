import { APPLICATION_NAME, type DatabaseOptions } from './database.ts'
import { isDatabaseUnavailable, isCertificateRefused } from './database-errors.ts'
import { onConnection } from './one-connection.ts'

const OLDEST_VERSION = 150_000

/**
 * Whether an error says that the database cannot be used now, but may be later. A database that is started together with a node may need
 * longer than the node.
 */
export const isWorthWaiting = (error: unknown): boolean => isDatabaseUnavailable(error) && !isCertificateRefused(error)

/** A comma in the host of a URL: libpq takes several hosts, and the driver of Purser takes them for one name that nobody has. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/

/**
 * Finds out why a PostgreSQL server cannot be used: several hosts, its version, or a wrong password, name or certificate. Null: it can.
 * Rejects if the server does not answer, which is worth waiting for.
 */
export async function problemOf(connectionString: string): Promise<string | null> {
  if (SEVERAL_HOSTS.test(connectionString)) {
    return 'The URL names several hosts. Give one: a name, an address or a proxy that leads to the primary, also after a failover'
  }
  try {
    const version = await serverVersion(connectionString)
    return version >= OLDEST_VERSION
      ? null
      : `PostgreSQL 15 or newer is needed, this is ${Math.floor(version / 10_000)}`
  } catch (error) {
    if (isWorthWaiting(error)) throw error
    return (error as Error).message
  }
}

const serverVersion = (connectionString: string): Promise<number> =>
  onConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  })

/** Counts the connections of Purser to this database, from nodes and commands, as far as this role may see them. */
export const purserConnections = (connection: DatabaseOptions['connection']): Promise<number> =>
  onConnection(connection, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = $1`,
      [APPLICATION_NAME],
    )
    return rowCount ?? 0
  })
