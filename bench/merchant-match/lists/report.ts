import { compileMerchantName, type CompiledMerchant } from '../../../src/domain/merchant-match/compiled-merchant.ts'
import { isListedMerchant } from '../../../src/domain/merchant-match/comparison.ts'
import {
  compileMerchantList,
  merchantMatches,
  merchantWhereabouts,
} from '../../../src/domain/merchant-match/merchant-match.ts'
import { GARBLED_STATEMENT_KIND, publicListStatements, type PublicListStatement } from './true-statements.ts'

const matches = (line: PublicListStatement) => merchantMatches(line.observed, line.listed, merchantWhereabouts(line))
const count = (part: number, whole: number) =>
  `${String(part).padStart(6)} of ${String(whole).padStart(7)} ${`${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`.padStart(8)}`

/**
 * Prints how many statement lines of public payment lists the matcher recognizes, by half, source and kind, and what a decline says about
 * the lines that it refuses. No line is printed: those of the half that is shut away stay unseen. Undefined: the lists were not fetched.
 */
export function reportPublicListStatements(): { readonly falseAccepts: number } | undefined {
  const all = publicListStatements()
  if (all.length === 0) {
    console.log('\ntrue statement lines: none is here (bench/merchant-match/lists/README.md says how to fetch them)')
    return undefined
  }
  const whole = all.filter(({ kind, from }) => kind !== GARBLED_STATEMENT_KIND && from === 'different lines')
  console.log(
    `\ntrue statement lines of public lists, recognized: ${count(whole.filter(matches).length, whole.length)}`,
  )
  for (const half of ['tuned', 'shut away'] as const) {
    const lines = whole.filter((line) => line.half === half)
    console.log(`${count(lines.filter(matches).length, lines.length)}  ${half}`)
    for (const by of ['source', 'kind'] as const) {
      for (const [of, part] of Map.groupBy(lines, (line) => line[by])) {
        console.log(`${count(part.filter(matches).length, part.length)}    ${of}`)
      }
    }
  }
  const garbled = all.filter(({ kind, from }) => kind === GARBLED_STATEMENT_KIND && from === 'different lines')
  console.log(`${count(garbled.filter(matches).length, garbled.length)}  apart: ${GARBLED_STATEMENT_KIND}`)
  reportPayments(all.filter(({ kind, from }) => kind !== GARBLED_STATEMENT_KIND && from === 'payments'))
  reportAdvice(whole.filter((line) => line.half === 'shut away' && !matches(line)))
  return { falseAccepts: crossed(whole) }
}

/**
 * Prints the share of payments of the lists that is recognized. Merchants that are paid often count as often. The second figure is the share
 * if the owner answers each decline and adds the name that it gives.
 */
function reportPayments(payments: readonly PublicListStatement[]): void {
  console.log(
    '\npayments of public lists that were shut away, recognized; and if the owner adds what each decline says',
  )
  const print = (part: readonly PublicListStatement[], of: string) =>
    console.log(`${count(part.filter(matches).length, part.length)} ${count(withAdditions(part), part.length)}  ${of}`)
  print(payments, 'all')
  for (const [source, part] of Map.groupBy(payments, (payment) => payment.source)) print(part, `  ${source}`)
}

/**
 * The number of payments, taken one after the other, that are recognized if the name that a decline proposes is added each time to the
 * allowed names of its merchant.
 */
function withAdditions(payments: readonly PublicListStatement[]): number {
  const added = new Map<string, string[]>()
  return payments.filter((payment) => {
    const names = [payment.listed, ...(added.get(payment.listed) ?? [])]
    const list = compileMerchantList(names)
    if (list.matches(payment.observed, merchantWhereabouts(payment)) !== undefined) return true
    const { add } = list.advise(payment.observed, merchantWhereabouts(payment))
    added.set(payment.listed, [...names.slice(1), add])
    return false
  }).length
}

/** Prints what declines say about the refused lines, if all allowed names are in one list. */
function reportAdvice(refused: readonly PublicListStatement[]): void {
  const list = compileMerchantList([...new Set(refused.map(({ listed }) => listed))])
  console.log(
    '\nrefused lines that were shut away, of which the decline names the allowed merchant; of which the name to add is shorter than the line',
  )
  for (const [kind, lines] of Map.groupBy(refused, (line) => line.kind)) {
    const advices = lines.map((line) => ({ line, advice: list.advise(line.observed, merchantWhereabouts(line)) }))
    const named = advices.filter(({ line, advice }) => advice.near === line.listed).length
    const shorter = advices.filter(({ line, advice }) => advice.add.length < line.observed.trim().length).length
    console.log(
      `${String(lines.length).padStart(6)} ${String(named).padStart(6)} ${String(shorter).padStart(6)}  ${kind}`,
    )
  }
}

const run = ({ spaced }: CompiledMerchant) => spaced.replaceAll(/[^a-z0-9]/g, '')

/**
 * Compares each payment line with the allowed names of all others of its payment list, and counts those accepted. Names of which one begins
 * with the other ("Halfords", "Halfords Autocentre") are left out: either may be the line's.
 */
function crossed(lines: readonly PublicListStatement[]): number {
  let [pairs, accepted] = [0, 0]
  for (const [, part] of Map.groupBy(lines, ({ source }) => source)) {
    const names = [...new Set(part.map(({ listed }) => listed))].map(compileMerchantName)
    const bound = names.map((name) => ({ name, run: run(name) }))
    for (const line of part) {
      const [observed, where] = [compileMerchantName(line.observed), merchantWhereabouts(line)]
      const own = run(compileMerchantName(line.listed))
      for (const { name, run: other } of bound) {
        if (other.startsWith(own) || own.startsWith(other)) continue
        pairs += 1
        accepted += Number(isListedMerchant(observed, name, where))
      }
    }
  }
  console.log(`\nlines compared with the allowed names of other lines, accepted: ${accepted} of ${pairs}`)
  return accepted / Math.max(pairs, 1)
}
