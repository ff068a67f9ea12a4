import { type Database, openDatabase } from '../../store/connection/database.ts'
import { assertClocksAgree, machineClockOf } from '../clocks/clocks.ts'
import { closeServiceAfterFailedStart } from '../closing.ts'
import type { StartupDatabaseWait } from '../database-wait.ts'
import type { Settings } from '../settings/options.ts'
import { assertServableSettings } from '../settings/servable.ts'
import { unsafeSettingWarnings } from '../settings/start-warnings.ts'
import type { Logger } from '../telemetry/logger.ts'
import { limitServiceDatabaseRole } from './limit-service.ts'
import { assertServiceRoleReadsTables, migrateServiceDatabase } from './migrate-store.ts'
import { openDatabaseForService, type DatabaseConnections } from './open-store.ts'

/** Opens the database of a service, and migrates it. Rejects with an OperatorError where a setting or the machine is at fault. */
export async function openMigratedDatabase(
  settings: Settings,
  logger: Logger,
  databaseWait: StartupDatabaseWait,
): Promise<DatabaseConnections> {
  assertServableSettings(settings)
  for (const warning of unsafeSettingWarnings(settings)) logger.warn(warning)
  const store = await openDatabaseForService(settings, logger, databaseWait)
  await databaseWait
    .whileAway(() => migrateServiceDatabase(store))
    .catch((error: unknown) => closeServiceAfterFailedStart(store.release, error))
  return store
}

interface Serving {
  readonly settings: Settings
  readonly logger: Logger
  readonly maxConnections: number
}

/** Connects to a migrated database, and makes sure that a node can serve with it. */
export async function openNodeDatabase(
  store: DatabaseConnections,
  { settings, logger, maxConnections }: Serving,
): Promise<Database> {
  const database = openDatabase({
    connection: store.connection,
    maxConnections,
    clock: machineClockOf(settings),
  })
  try {
    await assertServiceRoleReadsTables(database)
    await limitServiceDatabaseRole(store, settings, logger)
    await assertClocksAgree(database)
    return database
  } catch (error) {
    return closeServiceAfterFailedStart(() => database.close(), error)
  }
}
