import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCasesInThoroughRun } from '../../../test/support/thorough.ts'
import type { TableToBackUp } from '../../store/backup/read-for-backup.ts'
import { writeBackupFile } from './backup-file.ts'
import { type BackupHeader, BACKUP_FORMAT, BACKUP_FORMAT_VERSION } from './backup-header.ts'
import { BackupLines } from './backup-lines.ts'
import { withBackupReader } from './backup-reader.ts'
import { backupBytes } from './backup-writer.ts'

const header: BackupHeader = {
  format: BACKUP_FORMAT,
  formatVersion: BACKUP_FORMAT_VERSION,
  createdAt: '2026-01-31T23:59:59.123Z',
  purserVersion: '0.1.0',
  postgresVersion: '18.4',
  migrations: [{ name: '0001_first', hash: 'aa' }],
  masterKeys: ['0a1b2c3d'],
  keyRing: '{"masterKeyId":"0a1b2c3d"}',
}

let folder: string
let path: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-backup-'))
  path = join(folder, 'some.backup')
})
afterAll(() => rmSync(folder, { recursive: true }))

type Rows = Record<string, string[]>

/** The step between the bytes of a backup that the tests damage: every byte in a thorough run, otherwise every seventh one. */
const STEP = allCasesInThoroughRun(1, 7)

const tableOf = ([name, rows]: [string, string[]]): TableToBackUp => ({
  name,
  columns: ['a', 'b'],
  rows: () => Readable.from(rows.map((row) => Buffer.from(`${row}\n`))),
})

async function write(tables: Rows): Promise<Buffer> {
  rmSync(path, { force: true })
  const content = backupBytes({
    header,
    tables: Object.entries(tables).map(tableOf),
    onProgress: () => undefined,
    onEnd: () => undefined,
  })
  await writeBackupFile(path, content)
  return gunzipSync(readFileSync(path))
}

async function read(): Promise<Rows> {
  const tables: Rows = {}
  await withBackupReader(path, async (backup) => {
    for await (const { table, rows } of backup.tables()) {
      const blocks = await Array.fromAsync(rows)
      tables[table.name] = Buffer.concat(blocks).toString().split('\n').slice(0, -1)
    }
  })
  return tables
}

const errorOf = (content: Buffer): Promise<string> => {
  writeFileSync(path, content)
  return read().then(
    () => 'none',
    (error: Error) => error.name,
  )
}
const REFUSED = /^(DamagedBackupError|OperatorError)$/

describe('a backup', () => {
  // PostgreSQL writes the backslashes of values as two, so `\\.` is a row and `\.` is none.
  const row = fc.oneof(fc.string(), fc.constantFrom('\\\\.', '\\N\t\\N', '', '.', 'x\\.')).filter((text) => {
    return !text.includes('\n') && text !== '\\.'
  })

  it('has what was written, and is read by its owner alone', async () => {
    const tables = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.array(row), { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        await write(rows)
        expect(await read()).toEqual(rows)
        expect(await withBackupReader(path, (backup) => Promise.resolve(backup.header))).toEqual(header)
        expect(statSync(path).mode & 0o777).toBe(0o600)
      }),
      { numRuns: 50 },
    )
  })

  it('has the same rows however its bytes arrive', async () => {
    const content = Buffer.from('first\n\\\\.\n\\.\nbetween\n\\.\nlast\n')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(content.length)), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), content.length]
        const chunks = ends.map((end, n) => content.subarray(ends[n - 1] ?? 0, end))
        const lines = new BackupLines(Readable.from(chunks))
        const rows = async () => Buffer.concat(await Array.fromAsync(lines.rows())).toString()
        expect(await rows()).toBe('first\n\\\\.\n')
        expect([await lines.line(), await rows(), await lines.line(), await lines.line()]).toEqual([
          'between',
          '',
          'last',
          null,
        ])
      }),
    )
  })

  it('is refused wherever one byte was changed', async () => {
    const content = await write({ accounts: ['a\t1', 'b\t2'], cards: [] })
    for (let at = 0; at < content.length; at += STEP) {
      const changed = Buffer.from(content)
      changed.writeUInt8(content.readUInt8(at) ^ 1, at)
      expect(await errorOf(gzipSync(changed)), `byte ${at}`).toMatch(REFUSED)
    }
  })

  it('is refused wherever it was cut off', async () => {
    const content = await write({ accounts: ['a\t1', 'b\t2'], cards: [] })
    for (let length = 0; length < content.length; length += STEP) {
      expect(await errorOf(gzipSync(content.subarray(0, length))), `${length} bytes`).toMatch(REFUSED)
    }
    const file = gzipSync(content)
    for (let length = 0; length < file.length; length += STEP) {
      expect(await errorOf(file.subarray(0, length)), `${length} bytes of the file`).toMatch(REFUSED)
    }
  })

  it('is refused where a table was left out, exchanged or added', async () => {
    const content = (await write({ accounts: ['a\t1'], cards: ['c\t3'] })).toString()
    const [first = '', accounts = '', cards = '', last = ''] = content.split(/(?=\{"table")|(?=\{"tables")/)
    for (const sections of [[accounts], [cards, accounts], [accounts, cards, cards]]) {
      expect(await errorOf(gzipSync([first, ...sections, last].join('')))).toBe('DamagedBackupError')
    }
    expect(await errorOf(gzipSync(`${content}more\n`))).toBe('DamagedBackupError')
    expect(await errorOf(gzipSync(content))).toBe('none')
  })

  it('is refused in the words of the operator where the file is another one', async () => {
    const messageOf = (file: string) =>
      withBackupReader(file, () => Promise.resolve()).catch((error: Error) => error.message)
    writeFileSync(path, 'something else')
    expect(await messageOf(path)).toBe(`${path} is no backup of Purser.`)
    expect(await messageOf(join(folder, 'none'))).toContain('no such file')
    writeFileSync(path, gzipSync(`${JSON.stringify({ ...header, formatVersion: 2, purserVersion: '9.0.0' })}\n`))
    expect(await messageOf(path)).toContain('a newer version of Purser (9.0.0)')
  })
})

describe('writing', () => {
  it('leaves no file behind where it fails', async () => {
    const file = join(folder, 'failing')
    const failing = async function* () {
      yield Buffer.from('first')
      await Promise.reject(new Error('the database is gone'))
    }
    await expect(writeBackupFile(file, failing())).rejects.toThrow('the database is gone')
    await expect(writeBackupFile(join(folder, 'no', 'folder'), failing())).rejects.toThrow('cannot be written')
    expect(() => statSync(file)).toThrow('ENOENT')
  })
})
