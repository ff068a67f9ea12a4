import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { examinePurser } from '../../src/app/diagnosis/examination.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { databaseUrl } from '../support/processes/node-process.ts'

/** What `purser status` and `purser doctor` read. Rejects if something could not be read: its statement would be missing then. */
export async function tourOfDoctor(database: Database, connection: PostgresSocketConnection): Promise<void> {
  const settings = readSettings({
    DATABASE_URL: databaseUrl(connection),
    PURSER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const store = { connection, migrations: connection, release: () => Promise.resolve() }
  const { unread, masterKeyProblem } = await examinePurser(database, store, settings)
  if (unread.length > 0 || masterKeyProblem !== null) throw new Error(JSON.stringify({ unread, masterKeyProblem }))
}
