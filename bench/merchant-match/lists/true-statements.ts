import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelledSample } from '../sample.ts'
import { publicPaymentListSources, type PublicPaymentListSource } from './sources.ts'

/** A line of a public list of payments, and whether the rules may be made with it. */
export interface PublicListStatement extends LabelledSample {
  readonly half: PublicPaymentListSource['half']
  /** The sample that has the line of a statement: each different line once, or payments, in which a merchant is as often as it was paid. */
  readonly from: 'different lines' | 'payments'
}

/** The kind of a line from which the list's publisher removed the star that told the prefix from the name: `amzdirtbusters`. */
export const GARBLED_STATEMENT_KIND = 'star removed by the publisher'

/** The file into which `tools/merchant-names/true-lines` writes the lines of a list. The lines do not belong to this repository. */
export const paymentListLinesPath = (name: string): string => join(import.meta.dirname, 'lines', `${name}.txt`)

/** The file with a sample of payments, in which each merchant is as frequent as its payments. */
export const paymentSamplePath = (name: string): string => join(import.meta.dirname, 'lines', `${name}.payments.txt`)

/** The key under which `labels.tsv` has the label of a line of a public payment list. */
export const labelKeyOfPaymentListLine = (list: string, line: string): string =>
  createHash('sha256').update(`${list}|${line}`).digest('hex').slice(0, 16)

/** The labelled lines of all lists that were fetched. Empty: none was. */
export function publicListStatements(): PublicListStatement[] {
  const labels = readLabels()
  return publicPaymentListSources.flatMap(({ name, country, half }) =>
    [...linesOf(name), ...paymentsOf(name)].flatMap(({ observed, from }): PublicListStatement[] => {
      const label = labels.get(labelKeyOfPaymentListLine(name, observed))
      if (label === undefined) return []
      const kind = label.isGarbled ? GARBLED_STATEMENT_KIND : kindOf(observed, label.listed)
      return [{ source: `${name} ${country}`, half, from, kind, observed, listed: label.listed, country }]
    }),
  )
}

type Line = Pick<PublicListStatement, 'observed' | 'from'>
const linesOf = (name: string): Line[] =>
  readLines(paymentListLinesPath(name)).map((observed) => ({ observed, from: 'different lines' }))
const paymentsOf = (name: string): Line[] =>
  readLines(paymentSamplePath(name)).map((observed) => ({ observed, from: 'payments' }))

function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

function readLabels(): Map<string, { readonly listed: string; readonly isGarbled: boolean }> {
  const lines = readFileSync(join(import.meta.dirname, 'labels.tsv'), 'utf8')
    .split('\n')
    .filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [key = '', listed = '', mark] = line.split('\t')
      return [key, { listed, isGarbled: mark === 'garbled' }]
    }),
  )
}

const PREFIX = /^(?:[a-z0-9]{2,10} ?\*|(?:sq|sp|iz|eb|pp|wp|amz|ztl|tst|paypal|sumup|eventbrite|facebk|msft)[ /_-])/i
const ADDRESS = /\bwww|https?:|\.(?:com?|org|net|gov|ac|uk|ca|de|nl|c)\b/i

/** The kind of a statement line, by its form alone and without the matcher. */
function kindOf(observed: string, listed: string): string {
  const [seen, named] = [runOf(observed), runOf(listed)]
  if (seen === named) return 'the name alone'
  if (ADDRESS.test(observed)) return 'web address'
  if (PREFIX.test(observed)) return 'prefix of a processor or of a brand'
  if (seen.startsWith(named)) return /[0-9]/.test(seen.slice(named.length)) ? 'name and number' : 'name and words'
  if (named.startsWith(seen)) return 'name cut off'
  return 'other words, letters or spellings'
}

const runOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '')
