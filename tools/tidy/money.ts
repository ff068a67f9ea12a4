import { isTestFile, type Repository } from './repository.ts'

/** The files that may write amounts, with a currency's sign and its number of decimals: one of the service, and one of the dashboard. */
const WRITES_MONEY = new Set(['src/domain/money.ts', 'dashboard/src/lib/format.ts'])

const AMOUNT = '(?:cents|dollars|amount|money|price|ceiling|spent|limit|above|below)'
const HANDMADE = [
  // A dollar sign before an amount: `$${cents / 100}`.
  new RegExp(String.raw`\$\$\{[^}]*${AMOUNT}[^}]*\}`, 'i'),
  // An amount in hundredths, which JPY does not have: `amount / 100`, `Number(above) * 100`, `one.amount / 1e2`, `100 * cents`. A part
  // of a whole in percent is none: `(100 * spent) / most`.
  new RegExp(String.raw`\b\w*${AMOUNT}\)* ?[/*] ?(?:100|1e2)\b`, 'i'),
  new RegExp(String.raw`\b(?:100|1e2) ?\* ?[\w.(]*${AMOUNT}\b(?!\) ?/)`, 'i'),
  // An amount written with two decimals, of which KWD has three: `amount.toFixed(2)`.
  /\.toFixed\(2\)/,
  // An amount written out in a text: `'at most $50.00'`. Comments may have it as an example.
  /\$\d[\d,]*\.\d\d\b/,
  /style: 'currency'/,
]

/** Refuses amounts that are written by hand. They would be wrong for a currency with another sign or other than two decimals. */
export function moneyTidyRule({ texts }: Repository): string[] {
  const found: string[] = []
  for (const [path, text] of texts) {
    const isCode = /^(?:src|dashboard\/src|examples|tools)\/.*\.tsx?$/.test(path)
    if (!isCode || isTestFile(path) || WRITES_MONEY.has(path)) continue
    const code = withoutComments(text)
    for (const pattern of HANDMADE) {
      const match = pattern.exec(code)
      if (match === null) continue
      const line = text.slice(0, match.index).split('\n').length
      found.push(`${path}:${line}: "${match[0]}": write amounts by formatMoney, with their currency`)
    }
  }
  return found
}

/** A text with spaces in place of its comments, so that positions stay. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
