import { POSTGRES_PORT } from './directories.ts'
import { POSTGRES_ROLE_NAME } from './settings.ts'

/** How a client reaches the embedded PostgreSQL: by its socket, as a user of the operating system, without a password. */
export interface PostgresSocketConnection {
  /** The folder of PostgreSQL's socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export const postgresSocketConnection = (socketDirectory: string, database = 'postgres'): PostgresSocketConnection => ({
  host: socketDirectory,
  port: POSTGRES_PORT,
  user: POSTGRES_ROLE_NAME,
  database,
})
