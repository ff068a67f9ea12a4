/**
 * Takes a sample of true statement lines from public lists of card payments: `node tools/merchant-names/true-lines.ts CLONES`. CLONES is a
 * folder with a bare or whole clone of each repository of `bench/merchant-match/lists/sources.ts`, named `OWNER+NAME`. The lines stay out
 * of this repository: each list has its own licence, and labels know lines by a hash.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  publicPaymentListSources,
  type PaymentListFiles,
  type PublicPaymentListSource,
} from '../../bench/merchant-match/lists/sources.ts'
import {
  labelKeyOfPaymentListLine,
  paymentListLinesPath,
  paymentSamplePath,
} from '../../bench/merchant-match/lists/true-statements.ts'
import { spreadsheetTablesOf, type SpreadsheetRows } from './true-lines/tables.ts'

/** The most lines of a sample that begin with the same letters, so that one merchant does not fill it. */
const MOST_ALIKE = 4
const LETTERS_ALIKE = 6
const SHORTEST_NAME = 3

const [clones] = process.argv.slice(2)
if (clones === undefined) throw new Error('name the folder of the clones')
const folder = clones

for (const source of publicPaymentListSources) {
  const names = source.files.flatMap(namesIn)
  const sample = sampleOf(source, new Set(names))
  mkdirSync(dirname(paymentListLinesPath(source.name)), { recursive: true })
  writeFileSync(paymentListLinesPath(source.name), `${sample.join('\n')}\n`)
  writeFileSync(paymentSamplePath(source.name), `${paymentsOf(source, names).join('\n')}\n`)
  console.log(`${source.name}: ${sample.length} of ${names.length} payments`)
}

function namesIn({ repository, commit, paths, column, where }: PaymentListFiles): string[] {
  const clone = join(folder, repository.split('/').slice(-2).join('+'))
  const git = (...words: string[]) => execFileSync('git', ['-C', clone, ...words], { maxBuffer: 2 ** 28 })
  const files = git('ls-tree', '-r', '-z', '--name-only', commit).toString().split('\0')
  return files
    .filter((path) => paths.test(path))
    .flatMap((path) => spreadsheetTablesOf(path, git('show', `${commit}:${path}`)))
    .flatMap((rows) => cellsOf(rows, column, where))
}

function cellsOf(rows: SpreadsheetRows, column: RegExp, where: PaymentListFiles['where']): string[] {
  const head = rows.findIndex((row) => row.some((cell) => column.test(cell)))
  const titles = rows[head] ?? []
  const at = titles.findIndex((cell) => column.test(cell))
  const other = where === undefined ? -1 : titles.indexOf(where[0])
  const counts = (row: readonly string[]) => where === undefined || where[1].test(row[other] ?? '')
  return head === -1 ? [] : rows.slice(head + 1).flatMap((row) => (counts(row) ? [(row[at] ?? '').trimEnd()] : []))
}

/** The names of a sample of payments, in the order of the hashes of name and position in the list. A name may occur several times. */
function paymentsOf({ name: list, payments = 0 }: PublicPaymentListSource, names: readonly string[]): string[] {
  return names
    .map((name, at) => ({ name, hash: labelKeyOfPaymentListLine(`${list}|${at}`, name) }))
    .filter(({ name }) => isName(name))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, payments)
    .map(({ name }) => name)
}

function isName(name: string): boolean {
  return name.length >= SHORTEST_NAME && /[A-Za-z]{2}/.test(name)
}

/**
 * A sample of the different merchant names in a public list of payments, in the order of their hashes. Names that differ only in numbers
 * count as one.
 */
function sampleOf({ name: list, lines }: PublicPaymentListSource, names: ReadonlySet<string>): string[] {
  const shapes = new Set<string>()
  const alike = new Map<string, number>()
  const isNew = (name: string) => {
    const shape = name
      .toLowerCase()
      .replaceAll(/[0-9]+/g, '0')
      .replaceAll(/[^a-z0]+/g, ' ')
    const start = shape.slice(0, LETTERS_ALIKE)
    const count = alike.get(start) ?? 0
    if (shapes.has(shape)) return false
    shapes.add(shape)
    if (count >= MOST_ALIKE) return false
    alike.set(start, count + 1)
    return true
  }
  return [...names]
    .filter(isName)
    .map((name) => ({ name, hash: labelKeyOfPaymentListLine(list, name) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .filter(({ name }) => isNew(name))
    .slice(0, lines)
    .map(({ name }) => name)
}
