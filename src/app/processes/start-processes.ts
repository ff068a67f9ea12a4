import { FirstAdminKeyMaker, type FirstAdminKey } from '../administration/first-admin-key.ts'
import { openDatabaseVault } from '../administration/database-vault.ts'
import type { DatabaseConnections } from '../administration/open-store.ts'
import { openMigratedDatabase, openNodeDatabase } from '../administration/served-database.ts'
import { closeServiceAfterFailedStart, closeServiceInReverse } from '../closing.ts'
import { explainMasterKeyError, masterKeySource } from '../master-keys.ts'
import { StartupDatabaseWait } from '../database-wait.ts'
import type { PostgresSocketConnection } from '../postgres/connection.ts'
import type { RunningPurserService } from '../service.ts'
import type { Settings } from '../settings/options.ts'
import { servingProcessCount } from '../settings/several-processes.ts'
import type { Logger } from '../telemetry/logger.ts'
import { ProcessSupervisor } from './supervisor.ts'

/** The processes that serve one port together, as `purser start` sees them. */
export interface RunningProcesses extends Pick<RunningPurserService, 'baseUrl' | 'firstAdminKey' | 'drain' | 'stop'> {
  /** The database, the clock and the vault that the first process, which serves nothing, has for its own work. */
  readonly deps: Pick<RunningPurserService['deps'], 'database' | 'clock' | 'vault'>
  /** Rejects when the serving processes have ended again and again. Everything is stopped by then. */
  readonly failure: Promise<never>
}

/** How many database connections the first process opens for its own work. It closes them when they were idle for ten seconds. */
const OWN_CONNECTIONS = 2

/**
 * Starts the processes of PURSER_PROCESSES, each of which is a node. This process does the work that a database needs only once: it starts
 * the embedded PostgreSQL, migrates the database and makes the first key. Rejects with an OperatorError where a setting or the machine is
 * at fault.
 */
export async function startServingProcesses(settings: Settings, logger: Logger): Promise<RunningProcesses> {
  const databaseWait = new StartupDatabaseWait(settings)
  const store = await openMigratedDatabase(settings, logger, databaseWait)
  const firstKey = new FirstAdminKeyMaker({ chosen: settings.adminApiKey, maxKeyDays: settings.maxKeyDays })
  const opened = [() => store.release()]
  let stopping: Promise<void> | null = null
  const stop = () => (stopping ??= closeServiceInReverse(opened))
  try {
    const { deps, firstAdminKey } = await databaseWait.whileAway(() => prepare({ store, settings, logger, firstKey }))
    opened.push(() => deps.database.close())
    // The other processes get the connection to the embedded PostgreSQL, which is its socket. A database's URL is a setting, which each
    // process reads by itself.
    const embedded = settings.databaseUrl === null ? (store.connection as PostgresSocketConnection) : null
    const supervisor = new ProcessSupervisor({ processes: servingProcessCount(settings), embedded, logger })
    opened.push(() => supervisor.stop())
    const baseUrl = await supervisor.start()
    const failure = supervisor.failure.catch((error: unknown) => closeServiceAfterFailedStart(stop, error))
    failure.catch(() => undefined)
    return { baseUrl, firstAdminKey, deps, drain: () => supervisor.drain(), stop, failure }
  } catch (error) {
    return closeServiceAfterFailedStart(stop, error)
  }
}

interface Preparing {
  readonly store: DatabaseConnections
  readonly settings: Settings
  readonly logger: Logger
  readonly firstKey: FirstAdminKeyMaker
}

async function prepare({ store, settings, logger, firstKey }: Preparing): Promise<{
  readonly deps: RunningProcesses['deps']
  readonly firstAdminKey: FirstAdminKey | null
}> {
  const masterKeys = await masterKeySource(settings)
  const database = await openNodeDatabase(store, { settings, logger, maxConnections: OWN_CONNECTIONS })
  try {
    const { vault } = await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)
    const { clock } = database
    return { deps: { database, clock, vault }, firstAdminKey: await firstKey.ensure(database, { clock, vault }) }
  } catch (error) {
    return closeServiceAfterFailedStart(() => database.close(), error)
  }
}
