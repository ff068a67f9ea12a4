import { createHash, type Hash } from 'node:crypto'
import type { DatabaseToBackUp, TableToBackUp } from '../../store/backup/read-for-backup.ts'
import {
  type BackupClosingLine,
  type BackupHeader,
  backupLineOf,
  BACKUP_ROWS_END,
  type BackupTableClosingLine,
} from './backup-header.ts'
import { countBackupLines } from './count-lines.ts'

interface Writing {
  readonly header: BackupHeader
  readonly tables: DatabaseToBackUp['tables']
  /** Called with the number of rows that the backup has so far. */
  readonly onProgress: (rows: number) => void
  readonly onEnd: (end: BackupClosingLine) => void
}

/**
 * Yields the lines of a backup: the header, the tables, the end. Each table is a line that names it, its rows, and a line that counts them.
 */
export async function* backupBytes({ header, tables, onProgress, onEnd }: Writing): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (line: Parameters<typeof backupLineOf>[0]) => {
    const bytes = backupLineOf(line)
    hash.update(bytes)
    return bytes
  }
  yield hashed(header)
  let rows = 0
  for (const table of tables) {
    yield hashed({ table: table.name, columns: table.columns })
    const counted: { rows: number; readonly hash: Hash } = { rows: 0, hash: createHash('sha256') }
    for await (const block of rowsOf(table)) {
      counted.hash.update(block)
      counted.rows += countBackupLines(block)
      onProgress(rows + counted.rows)
      yield block
    }
    yield Buffer.from(`${BACKUP_ROWS_END}\n`)
    const end: BackupTableClosingLine = { rows: counted.rows, sha256: counted.hash.digest('hex') }
    rows += counted.rows
    yield hashed(end)
  }
  const end: BackupClosingLine = { tables: tables.length, rows, sha256: hash.digest('hex') }
  yield backupLineOf(end)
  onEnd(end)
}

const rowsOf = (table: TableToBackUp): AsyncIterable<Buffer> => table.rows()
