import { PORT } from './directories.ts'
import { SERVER_USER } from './settings.ts'

/** How a client reaches the embedded PostgreSQL: by its socket, as a user of the operating system, without a password. */
export interface SocketConnection {
  /** The folder of PostgreSQL's socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export const connectionTo = (socketDirectory: string, database = 'postgres'): SocketConnection => ({
  host: socketDirectory,
  port: PORT,
  user: SERVER_USER,
  database,
})
