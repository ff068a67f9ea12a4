/** The first line of a backup, as JSON. */
export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT
  readonly formatVersion: number
  /** The moment of the backup: everything that was stored before it is in the backup. */
  readonly createdAt: string
  readonly purserVersion: string
  readonly postgresVersion: string
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  /** The ids of all master keys under which secrets in the backup are sealed. The keys themselves are not in the backup. */
  readonly masterKeys: readonly string[]
  /** The vault's key ring as the database has it, sealed by a master key. Null: no node has started on the database yet. */
  readonly keyRing: string | null
}

/** The line of a backup that comes before the rows of a table. */
export interface BackupTableHeader {
  readonly table: string
  readonly columns: readonly string[]
}

/** The line of a backup that follows the rows of a table. */
export interface BackupTableClosingLine {
  readonly rows: number
  /** SHA-256 of the table's rows, in hex. */
  readonly sha256: string
}

/** The last line of a backup. */
export interface BackupClosingLine {
  readonly tables: number
  readonly rows: number
  /**
   * SHA-256, in hex, of all lines of the backup that are no rows. These lines have the hashes of the rows, so this hash covers the rows,
   * too.
   */
  readonly sha256: string
}

export const BACKUP_FORMAT = 'purser backup'
export const BACKUP_FORMAT_VERSION = 1

/** The line of a backup that ends the rows of a table. No row looks like it, because PostgreSQL writes a backslash in a row as two. */
export const BACKUP_ROWS_END = '\\.'

type Line = BackupHeader | BackupTableHeader | BackupTableClosingLine | BackupClosingLine

export const isBackupHeader = (line: Partial<BackupHeader>): line is BackupHeader =>
  line.format === BACKUP_FORMAT &&
  Number.isInteger(line.formatVersion) &&
  [line.createdAt, line.purserVersion, line.postgresVersion].every(isText) &&
  isListOf(line.masterKeys, isText) &&
  isListOf(line.migrations, ({ name, hash }) => isText(name) && isText(hash)) &&
  (line.keyRing === null || isText(line.keyRing))

export const isBackupTableHeader = (line: Partial<BackupTableHeader>): line is BackupTableHeader =>
  isText(line.table) && isListOf(line.columns, isText)

export const isBackupTableClosingLine = (line: Partial<BackupTableClosingLine>): line is BackupTableClosingLine =>
  Number.isInteger(line.rows) && isText(line.sha256)

export const isBackupClosingLine = (line: Partial<BackupClosingLine>): line is BackupClosingLine =>
  Number.isInteger(line.tables) && Number.isInteger(line.rows) && isText(line.sha256)

export const backupLineOf = (line: Line): Buffer => Buffer.from(`${JSON.stringify(line)}\n`)

const isText = (value: unknown): value is string => typeof value === 'string'

function isListOf<T>(value: readonly T[] | undefined, isOne: (item: T) => boolean): boolean {
  return Array.isArray(value) && value.every((item: unknown) => item !== null && isOne(item as T))
}
