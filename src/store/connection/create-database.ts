import pg from 'pg'
import { answerStepDeadlinesMs } from '../../lib/traffic/deadlines.ts'
import type { DatabaseOptions } from './database.ts'
import { withOwnDatabaseConnection } from './one-connection.ts'

type ServerConnection = Exclude<DatabaseOptions['connection'], string>

const DUPLICATE_DATABASE = '42P04'

/** Creates a database on a server from a template, unless the database exists. Resolves with the connection to it. */
export async function createDatabase(
  server: ServerConnection,
  name: string,
  template = 'template1',
): Promise<ServerConnection> {
  await onServer(server, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    await client
      .query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`)
      .catch((error: { code?: string }) => {
        if (error.code !== DUPLICATE_DATABASE) throw error
      })
  })
  return { ...server, database: name }
}

/** Drops a database, and closes all connections to it. */
export const dropDatabase = (server: ServerConnection, name: string): Promise<void> =>
  onServer(server, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  })

const onServer = (server: ServerConnection, work: (client: pg.Client) => Promise<void>): Promise<void> =>
  withOwnDatabaseConnection(server, work, { connectionTimeoutMillis: answerStepDeadlinesMs.patientConnection })
