import { centsOf, decimalsOf, unitsOf } from './format.ts'
/** What stands before the cents where the browser's language is read: a comma in German, a point in English. */
const ownDecimal = new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * What somebody typed as an amount, `1,234.5` or `$20`, in minor units of its currency; undefined where it is none. Separators are those of the browser's
 * language: where they group other than three digits they are no separators of thousands, and nothing is guessed.
 */
export function parseAmount(text: string, currency = 'USD', decimal = ownDecimal): number | undefined {
  const typed = text.replaceAll(/[\s$€£¥'’]/g, '')
  const read = (group: string, point: string) => withPoint(typed, { group, point, most: decimalsOf(currency) })
  const plain = decimal === ',' ? (read('.', ',') ?? read(',', '.')) : read(',', '.')
  return plain === undefined ? undefined : centsOf(Number(plain), currency)
}

interface Separators {
  readonly group: string
  readonly point: string
  /** How many decimals there may be. */
  readonly most: number
}

/** With thousands in groups or without, and a point before the cents. */
function withPoint(typed: string, { group, point, most }: Separators): string | undefined {
  const [whole = '', cents = '', ...more] = typed.split(point)
  const groups = whole.split(group)
  const isGrouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every(isThousand))
  const digits = groups.join('')
  const isAmount =
    more.length === 0 && isGrouped && /^\d{1,12}$/.test(digits) && /^\d*$/.test(cents) && cents.length <= most
  return isAmount ? `${digits}.${cents}` : undefined
}

const isThousand = (digits: string): boolean => /^\d{3}$/.test(digits)

/** Cents as they stand in a field: `1234.50`, with the decimal separator of the browser's language. */
export const amountText = (cents: number, currency = 'USD'): string =>
  plainAmount(cents, currency).replace('.', ownDecimal)

/** Cents as no language writes them: `1234.50`, for addresses and files. */
export const plainAmount = (cents: number, currency = 'USD'): string =>
  unitsOf(cents, currency).toFixed(decimalsOf(currency))

/** An example of an amount, said where somebody typed none. */
export const exampleOf = (currency: string): string => (decimalsOf(currency) === 0 ? '25 or 2500' : '25 or 25.50')
