import type { Database, DatabaseOptions } from '../connection/database.ts'
import { withOwnDatabaseConnection } from '../connection/one-connection.ts'
import { loadStoredSetting } from '../nodes/settings.ts'

/**
 * The name of the stored setting that has the moment of the last backup, in Unix milliseconds. It is not in `command_runs`, because the
 * database of an older schema, which a backup does not migrate, has no such table.
 */
const LAST_BACKUP = 'last_backup'

/** Records the moment of a complete backup, in the database itself, where all nodes read it. */
export const recordBackup = (connection: DatabaseOptions['connection'], at: number): Promise<void> =>
  withOwnDatabaseConnection(connection, async (client) => {
    await client.query(
      `insert into settings values ($1, $2) on conflict (name) do update
        set value = excluded.value where settings.value::bigint < excluded.value::bigint`,
      [LAST_BACKUP, String(at)],
    )
  })

/** Reads the moment of the last complete backup. Null: `purser backup create` has made none. */
export async function lastBackupAt({ db }: Pick<Database, 'db'>): Promise<number | null> {
  const value = await loadStoredSetting(db, LAST_BACKUP)
  return value === null ? null : Number(value)
}
