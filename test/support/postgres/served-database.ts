import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'

/**
 * The URL of the PostgreSQL server on which tests make and drop databases, in place of the embedded one. Its user is a superuser without a
 * password.
 */
export const DATABASE_URL = process.env['PURSER_TEST_DATABASE_URL']

/** The connection that a URL names. The folder of a socket is written as `%2Fvar%2Frun`. */
export function connectionOfUrl(url: string): PostgresSocketConnection {
  const { hostname, port, username, pathname } = new URL(url)
  return { host: decodeURIComponent(hostname), port: Number(port || 5432), user: username, database: pathname.slice(1) }
}
