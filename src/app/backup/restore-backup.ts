import { assertPresent } from '../../lib/assert.ts'
import { BackupRefusedError } from '../../store/backup/backup-refused-error.ts'
import { type RestoreTarget, restoreIntoDatabase } from '../../store/backup/restore-into.ts'
import { isPrivilegeError } from '../../store/connection/database-errors.ts'
import { openDatabaseForCommand } from '../administration/open-store.ts'
import { OperatorError } from '../operator-error.ts'
import { StartupDatabaseWait } from '../database-wait.ts'
import type { Settings } from '../settings/options.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { BackupHeader } from './backup-header.ts'
import { checkBackupKeys, type BackupKeyCheck } from './backup-keys.ts'
import { type BackupReader, withBackupReader } from './backup-reader.ts'
import { countBackupLines } from './count-lines.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'

export interface RestoreBackupOptions {
  readonly settings: Settings
  readonly logger: Logger
  readonly path: string
  readonly onProgress: (rows: number) => void
}

export interface RestoredBackup extends Pick<BackupHeader, 'createdAt' | 'masterKeys'> {
  readonly tables: number
  readonly rows: number
  readonly masterKey: BackupKeyCheck
}

/**
 * Restores a backup into the empty database of the settings: all of it, or nothing. Where there is a master key, makes sure first that it is
 * the key of the backup. Rejects with an OperatorError if the database is not empty or this version cannot restore the backup, and with
 * `DamagedBackupError` if the backup is not as it was written.
 */
export const restoreBackup = ({ settings, logger, path, onProgress }: RestoreBackupOptions): Promise<RestoredBackup> =>
  withBackupReader(path, async (backup) => {
    const { createdAt, masterKeys, migrations } = backup.header
    const masterKey = await checkBackupKeys(settings, backup.header)
    const store = await openDatabaseForCommand(settings, logger, new StartupDatabaseWait(settings))
    try {
      const fill = (empty: RestoreTarget) => fillAll(backup, empty, onProgress)
      await restoreIntoDatabase(store.migrations, { migrations, fill }).catch(explainRefusal)
    } finally {
      await store.release()
    }
    const { tables, rows } = assertPresent(backup.end(), 'the tables were read to their end')
    return { createdAt, masterKeys, tables, rows, masterKey }
  })

/** Throws an OperatorError in place of an error of a restore that only the operator can help with. */
function explainRefusal(error: unknown): never {
  if (error instanceof BackupRefusedError) throw new OperatorError(error.message)
  if (!isPrivilegeError(error)) throw error
  throw new OperatorError(
    `This role may not make the tables (${error.message}). Give a role that may: ` +
      'PURSER_MIGRATION_DATABASE_URL=postgres://purser_owner:password@localhost:5432/purser',
  )
}

async function fillAll(
  { tables }: BackupReader,
  empty: RestoreTarget,
  onProgress: RestoreBackupOptions['onProgress'],
): Promise<void> {
  let read = 0
  for await (const { table, rows } of tables()) {
    const before = read
    const counted = async function* () {
      for await (const block of rows) {
        read += countBackupLines(block)
        onProgress(read)
        yield block
      }
    }
    const stored = await empty.fill(table, counted())
    if (stored === read - before) continue
    throw new DamagedBackupError(`the server stored ${stored} of ${read - before} rows of the table ${table.name}`)
  }
}
