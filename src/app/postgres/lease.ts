import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresSocketConnection } from './connection.ts'

/**
 * The name of a database connection that the Purser process which started PostgreSQL keeps for as long as it lives. By this connection
 * other processes see whether that owner is alive or was killed.
 */
const OWNER = 'purser owner'
const RECONNECT_MS = 250
const CONNECT_TIMEOUT_MS = 1000

const clientFor = (connection: PostgresSocketConnection, name: string): pg.Client => {
  const client = new pg.Client({
    ...connection,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the server has ended: the event 'end' follows
  return client
}

/** Holds the owner's database connection until `release`, and connects again whenever PostgreSQL has crashed and is started again. */
export async function holdPostgresLease(connection: PostgresSocketConnection): Promise<{ release(): Promise<void> }> {
  const released = new AbortController()
  const connect = async (): Promise<pg.Client> => {
    const client = clientFor(connection, OWNER)
    await client.connect()
    client.once('end', () => void reconnect())
    return client
  }
  let owner = await connect()
  const reconnect = async () => {
    while (!released.signal.aborted) {
      const next = await connect().catch(() => null)
      if (next !== null) {
        owner = next
        break
      }
      await delay(RECONNECT_MS, undefined, { ref: false })
    }
    if (released.signal.aborted) await owner.end()
  }
  return {
    release: async () => {
      released.abort()
      await owner.end()
    },
  }
}

/**
 * Finds out who owns the running PostgreSQL. `owned`: a living Purser process. `orphan`: PostgreSQL runs, but its owner is gone. `none`:
 * PostgreSQL does not answer.
 */
export async function postgresLeaseState(connection: PostgresSocketConnection): Promise<'owned' | 'orphan' | 'none'> {
  const client = clientFor(connection, 'purser lease check')
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_stat_activity where application_name = $1', [OWNER])
    return (rowCount ?? 0) > 0 ? 'owned' : 'orphan'
  } catch {
    return 'none'
  } finally {
    await client.end().catch(() => undefined)
  }
}
