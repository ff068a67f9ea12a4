import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../store/connection/database.ts'
import { createDatabase } from '../../store/connection/create-database.ts'
import { databaseServerProblem } from '../../store/connection/server-check.ts'
import { OperatorError } from '../operator-error.ts'
import type { StartupDatabaseWait } from '../database-wait.ts'
import { type Logger, logPostgres } from '../telemetry/logger.ts'
import { settingOptions, type Settings } from '../settings/options.ts'
import { connectionsOfAllProcesses } from '../settings/several-processes.ts'
import { postgresSocketConnection, type PostgresSocketConnection } from '../postgres/connection.ts'
import { postgresDirectoriesIn } from '../postgres/directories.ts'
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts'
import { postgresLeaseState } from '../postgres/lease.ts'
import { readPostgresLockFile } from '../postgres/lock-file.ts'

/** How to connect to a database. No connection is open yet. */
export interface DatabaseConnections {
  readonly connection: DatabaseOptions['connection']
  /** How migrations connect to the database: as a database role of their own, where the operator gave one. */
  readonly migrations: DatabaseOptions['connection']
  /** Stops the embedded PostgreSQL, where this process started it. The caller closes its connection pools first. */
  release(): Promise<void>
}

const DATABASE = 'purser'

/** Opens the database of the settings for a service: PostgreSQL at DATABASE_URL, or the embedded one, which this process starts. */
export async function openDatabaseForService(
  settings: Settings,
  logger: Logger,
  databaseWait: StartupDatabaseWait,
): Promise<DatabaseConnections> {
  const { databaseUrl, migrationDatabaseUrl } = settings
  if (databaseUrl !== null) return servedStore(databaseUrl, migrationDatabaseUrl, databaseWait)
  const server = await startEmbeddedPostgres({
    dataDirectory: settings.dataDirectory,
    durable: true,
    serviceConnections: connectionsOfAllProcesses(settings),
    onLine: logPostgres(logger),
  })
  const connection = await createDatabase(server.connection, DATABASE)
  return { connection, migrations: connection, release: () => server.stop() }
}

/**
 * Opens the database of the settings for a short command. Where a running service serves the embedded PostgreSQL, the command uses that
 * PostgreSQL.
 */
export async function openDatabaseForCommand(
  settings: Settings,
  logger: Logger,
  databaseWait: StartupDatabaseWait,
): Promise<DatabaseConnections> {
  if (settings.databaseUrl === null) {
    const running = await runningServer(settings.dataDirectory)
    if (running !== null) return { connection: running, migrations: running, release: () => Promise.resolve() }
  }
  return openDatabaseForService(settings, logger, databaseWait)
}

async function servedStore(
  databaseUrl: string,
  migrationDatabaseUrl: string | null,
  databaseWait: StartupDatabaseWait,
): Promise<DatabaseConnections> {
  const assertUsable = async ({ env, example }: { env: string; example: string }, url: string) => {
    const problem = await databaseWait.whileAway(() => databaseServerProblem(url), env)
    if (problem !== null) throw new OperatorError(`${env}: ${problem}. For instance ${env}=${example}`)
  }
  await assertUsable(settingOptions.databaseUrl, databaseUrl)
  if (migrationDatabaseUrl !== null) await assertUsable(settingOptions.migrationDatabaseUrl, migrationDatabaseUrl)
  return {
    connection: databaseUrl,
    migrations: migrationDatabaseUrl ?? databaseUrl,
    release: () => Promise.resolve(),
  }
}

/** The embedded PostgreSQL that a running Purser serves from this data directory. Null where no Purser serves it. */
async function runningServer(dataDirectory: string): Promise<PostgresSocketConnection | null> {
  const lock = await readPostgresLockFile(postgresDirectoriesIn(dataDirectory).cluster)
  const socket = lock?.socket ?? null
  if (socket === null || (await postgresLeaseState(postgresSocketConnection(socket))) !== 'owned') return null
  return postgresSocketConnection(socket, DATABASE)
}

/**
 * Rejects with an OperatorError if the data directory has no database. Otherwise the embedded PostgreSQL would make one, for a command that
 * only reads, or that was run in the wrong folder.
 */
export async function assertDatabaseMade({ databaseUrl, dataDirectory }: Settings): Promise<void> {
  if (databaseUrl !== null) return
  const { cluster } = postgresDirectoriesIn(dataDirectory)
  const isMade = await stat(join(cluster, 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )
  if (isMade) return
  throw new OperatorError(
    `There is no Purser in ${dataDirectory} yet. "purser start" makes one there. If you have one elsewhere, name its data directory: ` +
      'PURSER_DATA_DIR=/var/lib/purser or --data-dir, or DATABASE_URL for a database of your own.',
  )
}
