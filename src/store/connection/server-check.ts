import type { ClientBase } from 'pg'
import { POSTGRES_APPLICATION_NAME, type DatabaseOptions } from './database.ts'
import { isDatabaseUnavailable, isCertificateRefused } from './database-errors.ts'
import { withOwnDatabaseConnection } from './one-connection.ts'

const OLDEST_VERSION = 150_000

/**
 * Whether an error says that the database cannot be used now, but may be later. A database that is started together with a node may need
 * longer than the node.
 */
export const isTemporaryDatabaseError = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !isCertificateRefused(error)

/** A comma in the host of a URL: libpq takes several hosts, and the driver of Purser takes them for one name that nobody has. */
const SEVERAL_HOSTS = /^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/

/**
 * How many milliseconds a statement may take that checks whether a server can be used, for instance while a pooler has no connection to the
 * server left.
 */
const CHECK_MS = 3000

/**
 * Finds out why a PostgreSQL server cannot be used: several hosts, its version, a pooler that lends no whole sessions, or a wrong password,
 * name or certificate. Null: the server can be used. Rejects if the server does not answer, which is worth waiting for.
 */
export async function databaseServerProblem(connectionString: string): Promise<string | null> {
  if (SEVERAL_HOSTS.test(connectionString)) {
    return 'The URL names several hosts. Give one: a name, an address or a proxy that leads to the primary, also after a failover'
  }
  try {
    const version = await serverVersion(connectionString)
    if (version < OLDEST_VERSION) return `PostgreSQL 15 or newer is needed, this is ${Math.floor(version / 10_000)}`
    return (await hasSessions(connectionString)) ? null : NO_SESSIONS
  } catch (error) {
    if (isTemporaryDatabaseError(error)) throw error
    return (error as Error).message
  }
}

const serverVersion = (connectionString: string): Promise<number> =>
  withOwnDatabaseConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  })

const NO_SESSIONS =
  'A pooler lends its connections to the server for one transaction at a time, and Purser needs them for as long as its own last, for its settings and ' +
  'prepared statements. Set the pooler to session mode (pgbouncer: pool_mode = session), or name the server itself'

/**
 * Whether each connection has a session of the server to itself. Behind a pooler in transaction mode, two open connections meet on one
 * session. They are asked in the order A, B, B, A, so that a pooler that takes the sessions in turn shows it, too.
 */
const hasSessions = (connectionString: string): Promise<boolean> =>
  withOwnDatabaseConnection(
    connectionString,
    (first) =>
      withOwnDatabaseConnection(
        connectionString,
        async (second) => {
          const sessions: (number | undefined)[] = []
          for (const client of [first, second, second, first]) sessions.push(await sessionOf(client))
          const [ofFirst, ofSecond, stillOfSecond, stillOfFirst] = sessions
          return ofFirst === stillOfFirst && ofSecond === stillOfSecond && ofFirst !== ofSecond
        },
        { deadlineMs: CHECK_MS },
      ),
    { deadlineMs: CHECK_MS },
  )

async function sessionOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ session: number }>('select pg_backend_pid() as session')
  return rows[0]?.session
}

/** Counts the connections of Purser to this database, from nodes and commands, as far as this role may see them. */
export const purserConnections = (connection: DatabaseOptions['connection']): Promise<number> =>
  withOwnDatabaseConnection(connection, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and application_name = $1`,
      [POSTGRES_APPLICATION_NAME],
    )
    return rowCount ?? 0
  })
