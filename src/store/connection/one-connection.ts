import pg from 'pg'
import type { DatabaseOptions } from './database.ts'
import { setStatementTimeout } from './session-settings.ts'

const CONNECT_TIMEOUT_MS = 3000

interface OneConnectionOptions extends Pick<pg.ClientConfig, 'application_name'> {
  readonly connectionTimeoutMillis?: number
  /** How many milliseconds each statement may take. Default: there is no deadline. */
  readonly deadlineMs?: number
}

/** Runs `ask` on a database connection of its own, which is opened before and closed afterwards. */
export async function withOwnDatabaseConnection<T>(
  connection: DatabaseOptions['connection'],
  ask: (client: pg.Client) => Promise<T>,
  { connectionTimeoutMillis = CONNECT_TIMEOUT_MS, deadlineMs, ...named }: OneConnectionOptions = {},
): Promise<T> {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client({
    ...where,
    connectionTimeoutMillis,
    ...named,
    ...(deadlineMs === undefined ? {} : { query_timeout: deadlineMs }),
  })
  client.on('error', () => undefined) // the interrupted query rejects with the error
  try {
    await client.connect()
    if (deadlineMs !== undefined) await setStatementTimeout(client, deadlineMs)
    return await ask(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
