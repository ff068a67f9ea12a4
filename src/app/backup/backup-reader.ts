import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { BackupTable } from '../../store/backup/backup-tables.ts'
import { OperatorError } from '../operator-error.ts'
import {
  type BackupClosingLine,
  type BackupHeader,
  BACKUP_FORMAT_VERSION,
  isBackupClosingLine,
  isBackupHeader,
  isBackupTableClosingLine,
  isBackupTableHeader,
} from './backup-header.ts'
import { BackupLines } from './backup-lines.ts'
import { countBackupLines } from './count-lines.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'

export interface BackupReader {
  readonly header: BackupHeader
  /**
   * Yields each table of the backup with its rows, which must be read before the next table. Rejects with `DamagedBackupError`, at the
   * latest after the last table, if the backup is not as it was written.
   */
  tables(): AsyncGenerator<{ readonly table: BackupTable; readonly rows: AsyncIterable<Buffer> }>
  /** The last line of the backup. Null: the tables were not read to their end yet. */
  end(): BackupClosingLine | null
}

/** Opens a backup for `work`, and closes it afterwards. Rejects with an OperatorError if the file cannot be read or is no backup. */
export async function withBackupReader<T>(path: string, work: (backup: BackupReader) => Promise<T>): Promise<T> {
  const gunzip = createGunzip()
  pipeline(createReadStream(path), gunzip, () => undefined) // the reader of `gunzip` gets the error
  const lines = new BackupLines(gunzip)
  try {
    return await work(await readerOf(lines, path))
  } catch (error) {
    throw explained(error, path)
  } finally {
    await lines.close()
  }
}

async function readerOf(lines: BackupLines, path: string): Promise<BackupReader> {
  const first = await lines.line()
  const header = parsed<BackupHeader>(first, isBackupHeader)
  if (header === null) throw new OperatorError(`${path} is no backup of Purser.`)
  if (header.formatVersion > BACKUP_FORMAT_VERSION) {
    throw new OperatorError(
      `${path} was written by a newer version of Purser (${header.purserVersion}). Use that version.`,
    )
  }
  let end: BackupClosingLine | null = null
  return {
    header,
    end: () => end,
    async *tables() {
      const hash = createHash('sha256').update(`${first}\n`)
      const before = { tables: 0, rows: 0 }
      for (;;) {
        const line = await lines.line()
        const table = parsed(line, isBackupTableHeader)
        if (table === null) {
          end = checkedEnd(line, { ...before, sha256: hash.digest('hex') })
          if ((await lines.line()) !== null) throw new DamagedBackupError('something follows its last line')
          return
        }
        const counted = { rows: 0, isRead: false }
        const rows = checkedRows(lines, table.table, (count, endLine) => {
          hash.update(`${line}\n${endLine}\n`)
          Object.assign(counted, { rows: count, isRead: true })
        })
        yield { table: { name: table.table, columns: table.columns }, rows }
        if (!counted.isRead) throw new Error(`the rows of ${table.table} were not read`)
        before.tables += 1
        before.rows += counted.rows
      }
    },
  }
}

/** Yields the rows of a table of the backup, and compares their number and their hash with the line that follows them. */
async function* checkedRows(
  lines: BackupLines,
  table: string,
  onEnd: (rows: number, endLine: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const block of lines.rows()) {
    hash.update(block)
    rows += countBackupLines(block)
    yield block
  }
  const endLine = await lines.line()
  const end = parsed(endLine, isBackupTableClosingLine)
  if (endLine === null || end === null) throw new DamagedBackupError(`the table ${table} does not end as it has to`)
  if (end.rows !== rows) throw new DamagedBackupError(`the table ${table} has ${rows} rows instead of ${end.rows}`)
  if (end.sha256 !== hash.digest('hex')) throw new DamagedBackupError(`rows of the table ${table} were changed`)
  onEnd(rows, endLine)
}

function checkedEnd(line: string | null, expected: BackupClosingLine): BackupClosingLine {
  const end = parsed(line, isBackupClosingLine)
  if (end === null) throw new DamagedBackupError('it does not have its last line')
  const isSame = end.tables === expected.tables && end.rows === expected.rows && end.sha256 === expected.sha256
  if (!isSame) throw new DamagedBackupError('its tables are not those of its last line')
  return end
}

function parsed<T extends object>(line: string | null, isLine: (value: Partial<T>) => value is T): T | null {
  if (line === null) return null
  try {
    const value = JSON.parse(line) as Partial<T> | null
    return typeof value === 'object' && value !== null && isLine(value) ? value : null
  } catch {
    return null
  }
}

/** The message of zlib's error about a file that does not begin as gzip files do. */
const NOT_GZIP = 'incorrect header check'

/** Turns an error of the file system or of gzip about a backup into an error whose message is for the operator. */
function explained(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (syscall !== undefined && (error as NodeJS.ErrnoException).path === path) return new OperatorError(message)
  if (code?.startsWith('Z_') !== true) return error
  return message === NOT_GZIP
    ? new OperatorError(`${path} is no backup of Purser.`)
    : new DamagedBackupError(`its compression is damaged (${message})`)
}
