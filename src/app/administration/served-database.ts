import { type Database, openDatabase } from '../../store/connection/database.ts'
import { assertClocksAgree, machineClockOf } from '../clocks/clocks.ts'
import { closeAfter } from '../closing.ts'
import type { DatabaseWait } from '../database-wait.ts'
import type { Settings } from '../settings/options.ts'
import { assertServable } from '../settings/servable.ts'
import { startWarnings } from '../settings/start-warnings.ts'
import type { Logger } from '../telemetry/logger.ts'
import { limitServiceRole } from './limit-service.ts'
import { assertMigrated, migrateStore } from './migrate-store.ts'
import { openStore, type StoreConnection } from './open-store.ts'

/** Opens the database of a service, and migrates it. Rejects with an OperatorError where a setting or the machine is at fault. */
export async function openMigratedStore(
  settings: Settings,
  logger: Logger,
  databaseWait: DatabaseWait,
): Promise<StoreConnection> {
  assertServable(settings)
  for (const warning of startWarnings(settings)) logger.warn(warning)
  const store = await openStore(settings, logger, databaseWait)
  await databaseWait.whileAway(() => migrateStore(store)).catch((error: unknown) => closeAfter(store.release, error))
  return store
}

interface Serving {
  readonly settings: Settings
  readonly logger: Logger
  readonly maxConnections: number
}

/** Connects to a migrated database, and makes sure that a node can serve with it. */
export async function openServedDatabase(
  store: StoreConnection,
  { settings, logger, maxConnections }: Serving,
): Promise<Database> {
  const database = openDatabase({
    connection: store.connection,
    maxConnections,
    clock: machineClockOf(settings),
  })
  try {
    await assertMigrated(database)
    await limitServiceRole(store, settings, logger)
    await assertClocksAgree(database)
    return database
  } catch (error) {
    return closeAfter(() => database.close(), error)
  }
}
