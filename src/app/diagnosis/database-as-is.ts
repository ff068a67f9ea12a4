import { type Database, openDatabase } from '../../store/connection/database.ts'
import { assertDatabaseMade, openDatabaseForCommand, type DatabaseConnections } from '../administration/open-store.ts'
import { machineClockOf } from '../clocks/clocks.ts'
import { StartupDatabaseWait } from '../database-wait.ts'
import type { Settings } from '../settings/options.ts'
import type { Logger } from '../telemetry/logger.ts'

const CONNECTIONS = 4
/** How many milliseconds a command that diagnoses waits for a database that does not answer. */
const WAIT_MS = 3000

/**
 * Runs `work` on the database of the settings as it is: nothing is migrated, and no database is made. Works also beside a running service.
 * Rejects with an OperatorError if there is no database, or it cannot be used. Every statement has a deadline.
 */
export async function withUnchangedDatabase<T>(
  settings: Settings,
  logger: Logger,
  work: (database: Database, store: DatabaseConnections) => Promise<T>,
): Promise<T> {
  await assertDatabaseMade(settings)
  const databaseWait = new StartupDatabaseWait(settings, WAIT_MS)
  const store = await databaseWait.whileAway(() => openDatabaseForCommand(settings, logger, databaseWait))
  try {
    const clock = machineClockOf(settings)
    const database = openDatabase({ connection: store.connection, maxConnections: CONNECTIONS, clock })
    try {
      return await work(database, store)
    } finally {
      await database.close()
    }
  } finally {
    await store.release()
  }
}
