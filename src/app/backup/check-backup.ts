import { assertPresent } from '../../lib/assert.ts'
import type { Settings } from '../settings/options.ts'
import type { BackupClosingLine, BackupHeader } from './backup-header.ts'
import { checkBackupKeys, type BackupKeyCheck } from './backup-keys.ts'
import { withBackupReader } from './backup-reader.ts'
import { countBackupLines } from './count-lines.ts'

export interface CheckBackupOptions {
  readonly settings: Settings
  readonly path: string
  readonly onProgress: (rows: number) => void
}

export interface CheckedBackup extends Omit<BackupHeader, 'format' | 'formatVersion' | 'keyRing'>, BackupClosingLine {
  readonly masterKey: BackupKeyCheck
}

/**
 * Reads all of a backup and compares it with its counts and hashes, without a database. Where there is a master key, opens the key ring with
 * it. Rejects with `DamagedBackupError` if anything is not as it was written.
 */
export const checkBackup = ({ settings, path, onProgress }: CheckBackupOptions): Promise<CheckedBackup> =>
  withBackupReader(path, async ({ header, tables, end }) => {
    let read = 0
    for await (const { rows } of tables()) {
      for await (const block of rows) onProgress((read += countBackupLines(block)))
    }
    const { format: _format, formatVersion: _version, keyRing: _ring, ...shown } = header
    const masterKey = await checkBackupKeys(settings, header)
    return { ...shown, ...assertPresent(end(), 'the tables were read to their end'), masterKey }
  })
