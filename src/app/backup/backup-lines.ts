import { BACKUP_ROWS_END } from './backup-header.ts'
import { DamagedBackupError } from './damaged-backup-error.ts'

const LINE_END = 0x0a
const END = Buffer.from(`${BACKUP_ROWS_END}\n`)
const END_AFTER_ROWS = Buffer.from(`\n${BACKUP_ROWS_END}\n`)

/** The most bytes of a line of a backup. A row has at most some kilobytes; without this limit, a damaged backup could take all memory. */
const MOST_BYTES = 64 * 1024 * 1024

/** Reads the bytes of a backup as lines, and as blocks of rows. */
export class BackupLines {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The backup's next line, without its line break. Null: the backup has no further line. */
  async line(): Promise<string | null> {
    let end = this.#rest.indexOf(LINE_END)
    while (end === -1) {
      if (!(await this.#more())) return this.#atEnd()
      end = this.#rest.indexOf(LINE_END)
    }
    return this.#take(end + 1)
      .subarray(0, -1)
      .toString()
  }

  /** Yields the rows of a table in blocks of whole rows, up to the line that ends the table. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const lastEnd = this.#rest.lastIndexOf(LINE_END)
      if (lastEnd === -1) {
        if (!(await this.#more())) throw new DamagedBackupError('it ends within the rows of a table')
        continue
      }
      const length = this.#endOfRows()
      const block = this.#take(length ?? lastEnd + 1)
      if (block.length > 0) yield block
      if (length === null) continue
      this.#take(END.length)
      return
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  /** How many of the bytes in memory are rows, before the line that ends their table. Null: this line has not been read yet. */
  #endOfRows(): number | null {
    if (this.#rest.subarray(0, END.length).equals(END)) return 0
    const at = this.#rest.indexOf(END_AFTER_ROWS)
    return at === -1 ? null : at + 1
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #more(): Promise<boolean> {
    if (this.#rest.length > MOST_BYTES) throw new DamagedBackupError('a line is too long')
    const { done, value } = await this.#chunks.next()
    if (done === true) return false
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    return true
  }

  #atEnd(): null {
    if (this.#rest.length > 0) throw new DamagedBackupError('it ends within a line')
    return null
  }
}
