import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { systemClock, isoTimestamp } from '../../lib/clock.ts'
import { BackupRefusedError } from '../../store/backup/backup-refused-error.ts'
import { recordBackup } from '../../store/backup/last-backup.ts'
import { type DatabaseToBackUp, readSnapshotForBackup } from '../../store/backup/read-for-backup.ts'
import { isPrivilegeError } from '../../store/connection/database-errors.ts'
import { ringMasterKeyId } from '../../vault/key-ring.ts'
import { KEY_RING_SETTING } from '../../vault/open-vault.ts'
import { openDatabaseForCommand, type DatabaseConnections } from '../administration/open-store.ts'
import { OperatorError } from '../operator-error.ts'
import { StartupDatabaseWait } from '../database-wait.ts'
import { postgresDirectoriesIn } from '../postgres/directories.ts'
import type { Settings } from '../settings/options.ts'
import type { Logger } from '../telemetry/logger.ts'
import { packageVersion } from '../version.ts'
import { newBackupPath, writeBackupFile, writeBackupTo, type WrittenBackupFile } from './backup-file.ts'
import { type BackupClosingLine, type BackupHeader, BACKUP_FORMAT, BACKUP_FORMAT_VERSION } from './backup-header.ts'
import { backupBytes } from './backup-writer.ts'

interface BackupOptions {
  readonly settings: Settings
  readonly logger: Logger
  readonly onProgress: (rows: number, estimatedRows: number) => void
}

export interface CreateBackupOptions extends BackupOptions {
  /** The backup file to write, or a folder for a file that is named after the moment. */
  readonly path: string
}

export interface StreamBackupOptions extends BackupOptions {
  /** The destination of the backup, such as standard output. */
  readonly stream: Writable
}

export interface Backup extends WrittenBackupFile {
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
  /** The ids of the master keys that the backup needs. They are not in it. */
  readonly masterKeys: readonly string[]
  /** The tables of the database that are not Purser's, and therefore not in the backup. */
  readonly otherTables: readonly string[]
  /** Whether the time of the backup was recorded in the database, for the metric. False for a standby, which takes no writes. */
  readonly isRecorded: boolean
}

export interface CreatedBackup extends Backup {
  readonly file: string
}

/** Writes a backup of the database of the settings, as it is at one moment. Works also beside a running service. */
export async function createBackup({ path, ...options }: CreateBackupOptions): Promise<CreatedBackup> {
  assertThereIsOne(options.settings)
  const at = systemClock.now()
  const file = await newBackupPath(path, at)
  return { file, ...(await backUp({ ...options, at, write: (bytes) => writeBackupFile(file, bytes) })) }
}

/** Writes a backup of the database of the settings to a stream. Rejects where not all of it could be written. */
export function streamBackup({ stream, ...options }: StreamBackupOptions): Promise<Backup> {
  assertThereIsOne(options.settings)
  return backUp({ ...options, at: systemClock.now(), write: (bytes) => writeBackupTo(stream, bytes) })
}

interface BackingUp extends BackupOptions {
  readonly at: number
  readonly write: (bytes: AsyncIterable<Buffer>) => Promise<WrittenBackupFile>
}

async function backUp({ settings, logger, ...source }: BackingUp): Promise<Backup> {
  const store = await openDatabaseForCommand(settings, logger, new StartupDatabaseWait(settings))
  try {
    const written = await writeFrom(store, source).catch(explainRefusal)
    const isRecorded = await recordBackup(store.connection, source.at).then(
      () => true,
      () => false,
    )
    return { createdAt: isoTimestamp(source.at), ...written, isRecorded }
  } finally {
    await store.release()
  }
}

/** Throws an OperatorError in place of an error of a backup that only the operator can help with. */
function explainRefusal(error: unknown): never {
  if (error instanceof BackupRefusedError) throw new OperatorError(error.message)
  if (!isPrivilegeError(error)) throw error
  throw new OperatorError(
    `DATABASE_URL: this role may not read all tables (${error.message}). Grant it SELECT on them.`,
  )
}

const writeFrom = (
  { connection }: DatabaseConnections,
  { write, at, onProgress }: Omit<BackingUp, 'settings' | 'logger'>,
) =>
  readSnapshotForBackup(connection, async (database) => {
    const header = await headerOf(database, at)
    const last: { end?: BackupClosingLine } = {}
    const bytes = backupBytes({
      header,
      tables: database.tables,
      onProgress: (rows) => onProgress(rows, database.estimatedRows),
      onEnd: (end) => (last.end = end),
    })
    const written = await write(bytes)
    const { tables = 0, rows = 0 } = last.end ?? {}
    return { tables, rows, ...written, masterKeys: header.masterKeys, otherTables: database.otherTables }
  })

async function headerOf(database: DatabaseToBackUp, at: number): Promise<BackupHeader> {
  const keyRing = await database.setting(KEY_RING_SETTING)
  const ringKey = keyRing === null ? [] : [ringMasterKeyId(keyRing)]
  return {
    format: BACKUP_FORMAT,
    formatVersion: BACKUP_FORMAT_VERSION,
    createdAt: isoTimestamp(at),
    purserVersion: packageVersion,
    postgresVersion: database.postgresVersion,
    migrations: database.migrations,
    masterKeys: [...new Set([...ringKey, ...database.masterKeys])],
    keyRing,
  }
}

/** Throws an OperatorError where the data directory has no database: opening the data directory would make one, and back up nothing. */
function assertThereIsOne({ databaseUrl, dataDirectory }: Settings): void {
  if (databaseUrl !== null || existsSync(join(postgresDirectoriesIn(dataDirectory).root))) return
  throw new OperatorError(
    `PURSER_DATA_DIR=${dataDirectory} has no database. Name the folder of the one to back up, or give DATABASE_URL.`,
  )
}
