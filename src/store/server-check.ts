import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
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

async function serverVersion(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined) // the query that it interrupts fails
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Several addresses were tried: each has its own error, and the whole has no message. */
const reason = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join('; ') : error.message
