import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readRDataTable } from './r-data.ts'

/** The rows of one sheet or file of a public spending list. Each cell is text. */
export type SpreadsheetRows = readonly (readonly string[])[]

interface Spreadsheets {
  readonly read: (data: Buffer | string, options: object) => { readonly Sheets: Readonly<Record<string, object>> }
  readonly utils: { readonly sheet_to_json: (sheet: object, options: object) => (string | number | boolean | null)[][] }
}
const require = createRequire(join(import.meta.dirname, '../true-lines.ts'))

/** The tables of a file: the sheets of a workbook, a file of commas, semicolons or tabs, or the first table of an R data file. */
export function spreadsheetTablesOf(path: string, data: Buffer): SpreadsheetRows[] {
  if (path.endsWith('.rda')) return [rowsOfRData(data)]
  const { read, utils } = require('@e965/xlsx') as Spreadsheets
  const book = path.endsWith('.csv')
    ? read(textOf(data), { type: 'string', raw: true, FS: separatorOf(data) })
    : read(data, {})
  return Object.values(book.Sheets).map((sheet) =>
    utils.sheet_to_json(sheet, { header: 1 }).map((row) => Array.from(row, (cell) => String(cell ?? ''))),
  )
}

/** The text of a file. Old files in Latin script are not UTF-8. */
function textOf(data: Buffer): string {
  const text = data.toString('utf8')
  return text.includes('\uFFFD') ? data.toString('latin1') : text
}

const separatorOf = (data: Buffer) => /[\t;]/.exec(data.subarray(0, 400).toString('latin1'))?.[0] ?? ','

function rowsOfRData(data: Buffer): SpreadsheetRows {
  const columns = readRDataTable(data, (packed) =>
    execFileSync('bzip2', ['-dc'], { input: packed, maxBuffer: 2 ** 28 }),
  )
  const values = [...columns.values()]
  return [[...columns.keys()], ...(values[0] ?? []).map((_, row) => values.map((column) => column[row] ?? ''))]
}
