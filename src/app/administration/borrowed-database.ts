import { type Database, openDatabase } from '../../store/connection/database.ts'
import { explainClockError, machineClockOf } from '../clocks/clocks.ts'
import type { Logger } from '../telemetry/logger.ts'
import { assertServiceRoleReadsTables, migrateServiceDatabase } from './migrate-store.ts'
import { assertDatabaseMade, openDatabaseForCommand, type DatabaseConnections } from './open-store.ts'
import { StartupDatabaseWait } from '../database-wait.ts'
import type { Settings } from '../settings/options.ts'

/**
 * How many database connections a command may open. A command reads with two of them: one has the snapshot, the other looks whether Citus
 * moves shards.
 */
const CONNECTIONS = 6

/** The migrations that ran before a command's work, and the database that they ran on. */
export interface MigratedDatabase {
  readonly names: readonly string[]
  readonly store: DatabaseConnections
}

/**
 * Runs a command's work on the database of the settings, after migrating it. Works also beside a running service. Where there is no embedded
 * database yet, rejects with an OperatorError, unless the command makes one.
 */
export async function withMigratedDatabase<T>(
  settings: Settings,
  logger: Logger,
  work: (database: Database, migrated: MigratedDatabase) => Promise<T>,
  { makesDatabase = false } = {},
): Promise<T> {
  if (!makesDatabase) await assertDatabaseMade(settings)
  const databaseWait = new StartupDatabaseWait(settings)
  const store = await openDatabaseForCommand(settings, logger, databaseWait)
  try {
    const names = await databaseWait.whileAway(() => migrateServiceDatabase(store))
    const database = openDatabase({
      connection: store.connection,
      maxConnections: CONNECTIONS,
      isPatient: true,
      clock: machineClockOf(settings),
    })
    try {
      await databaseWait.whileAway(() => assertServiceRoleReadsTables(database))
      return await work(database, { names, store }).catch(explainClockError)
    } finally {
      await database.close()
    }
  } finally {
    await store.release()
  }
}
