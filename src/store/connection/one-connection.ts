import pg from 'pg'
import type { DatabaseOptions } from './database.ts'

const CONNECT_TIMEOUT_MS = 3000

/** Runs `ask` on a connection that is opened for it, and closed afterwards. */
export async function onConnection<T>(
  connection: DatabaseOptions['connection'],
  ask: (client: pg.Client) => Promise<T>,
  options: Pick<
    pg.ClientConfig,
    'application_name' | 'connectionTimeoutMillis' | 'statement_timeout' | 'query_timeout'
  > = {},
): Promise<T> {
  const where = typeof connection === 'string' ? { connectionString: connection } : connection
  const client = new pg.Client({ ...where, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...options })
  client.on('error', () => undefined) // the interrupted query rejects with the error
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
