import type { SocketConnection } from '../../../src/app/postgres/connection.ts'

/** A PostgreSQL on which tests make and drop databases, in place of the embedded one. The user is a superuser without a password. */
export const DATABASE_URL = process.env['PURSER_TEST_DATABASE_URL']

/** The connection of a URL. The folder of a socket is written as `%2Fvar%2Frun`. */
export function connectionOf(url: string): SocketConnection {
  const { hostname, port, username, pathname } = new URL(url)
  return { host: decodeURIComponent(hostname), port: Number(port || 5432), user: username, database: pathname.slice(1) }
}
