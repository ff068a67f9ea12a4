import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock, timestamp } from '../../lib/clock.ts'
import { BackupRefusedError } from '../../store/backup/backup-refused-error.ts'
import { recordBackup } from '../../store/backup/last-backup.ts'
import { type DatabaseToBackUp, readForBackup } from '../../store/backup/read-for-backup.ts'
import { isForbidden } from '../../store/connection/database-errors.ts'
import { ringMasterKeyId } from '../../vault/key-ring.ts'
import { KEY_RING_SETTING } from '../../vault/open-vault.ts'
import { borrowStore, type Store } from '../administration/open-store.ts'
import { OperatorError } from '../operator-error.ts'
import { Patience } from '../patience.ts'
import { directoriesIn } from '../postgres/directories.ts'
import type { Settings } from '../settings/options.ts'
import type { Logger } from '../telemetry/logger.ts'
import { version } from '../version.ts'
import { newBackupPath, writeBackupFile, type WrittenFile } from './backup-file.ts'
import { type BackupEnd, type BackupHeader, FORMAT, FORMAT_VERSION } from './backup-header.ts'
import { backupBytes } from './backup-writer.ts'

export interface CreateOptions {
  readonly settings: Settings
  readonly logger: Logger
  /** The file to write, or a folder for a file that is named after the moment. */
  readonly path: string
  readonly onProgress: (rows: number, estimatedRows: number) => void
}

export interface CreatedBackup extends WrittenFile {
  readonly file: string
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
  /** The ids of the master keys that the backup needs. They are not in it. */
  readonly masterKeys: readonly string[]
  /** The tables of the database that are not Purser's, and not in the backup. */
  readonly otherTables: readonly string[]
  /** Whether the moment was recorded in the database, for the metric. False for a standby, which takes no writes. */
  readonly isRecorded: boolean
}

/** Writes a backup of the database of the settings, as it is at one moment. Works also beside a running service. */
export async function createBackup({ settings, logger, path, onProgress }: CreateOptions): Promise<CreatedBackup> {
  assertThereIsOne(settings)
  const at = systemClock.now()
  const file = await newBackupPath(path, at)
  const store = await borrowStore(settings, logger, new Patience(settings))
  try {
    const written = await writeFrom(store, { file, at, onProgress }).catch(explainRefusal)
    const isRecorded = await recordBackup(store.connection, at).then(
      () => true,
      () => false,
    )
    return { file, createdAt: timestamp(at), ...written, isRecorded }
  } finally {
    await store.release()
  }
}

/** Throws an OperatorError in place of an error that only the operator can help with. */
function explainRefusal(error: unknown): never {
  if (error instanceof BackupRefusedError) throw new OperatorError(error.message)
  if (!isForbidden(error)) throw error
  throw new OperatorError(
    `DATABASE_URL: this role may not read all tables (${error.message}). Grant it SELECT on them.`,
  )
}

type Source = Pick<CreateOptions, 'onProgress'> & { readonly file: string; readonly at: number }

const writeFrom = ({ connection }: Store, { file, at, onProgress }: Source) =>
  readForBackup(connection, async (database) => {
    const header = await headerOf(database, at)
    const last: { end?: BackupEnd } = {}
    const bytes = backupBytes({
      header,
      tables: database.tables,
      onProgress: (rows) => onProgress(rows, database.estimatedRows),
      onEnd: (end) => (last.end = end),
    })
    const written = await writeBackupFile(file, bytes)
    const { tables = 0, rows = 0 } = last.end ?? {}
    return { tables, rows, ...written, masterKeys: header.masterKeys, otherTables: database.otherTables }
  })

async function headerOf(database: DatabaseToBackUp, at: number): Promise<BackupHeader> {
  const keyRing = await database.setting(KEY_RING_SETTING)
  const ringKey = keyRing === null ? [] : [ringMasterKeyId(keyRing)]
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    createdAt: timestamp(at),
    purserVersion: version,
    postgresVersion: database.postgresVersion,
    migrations: database.migrations,
    masterKeys: [...new Set([...ringKey, ...database.masterKeys])],
    keyRing,
  }
}

/** Throws an OperatorError where the data directory has no database, which opening it would make. */
function assertThereIsOne({ databaseUrl, dataDirectory }: Settings): void {
  if (databaseUrl !== null || existsSync(join(directoriesIn(dataDirectory).root))) return
  throw new OperatorError(
    `PURSER_DATA_DIR=${dataDirectory} has no database. Name the folder of the one to back up, or give DATABASE_URL.`,
  )
}
