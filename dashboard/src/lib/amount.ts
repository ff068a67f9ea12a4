/** What stands before the cents where the browser's language is read: a comma in German, a point in English. */
const ownDecimal = new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * What somebody typed as an amount, `1,234.5` or `$20`, in cents; undefined where it is none. Separators are those of the browser's
 * language: where they group other than three digits they are no separators of thousands, and nothing is guessed.
 */
export function parseAmount(text: string, decimal = ownDecimal): number | undefined {
  const typed = text.replaceAll(/[\s$€£'’]/g, '')
  const plain =
    decimal === ',' ? (withPoint(typed, '.', ',') ?? withPoint(typed, ',', '.')) : withPoint(typed, ',', '.')
  return plain === undefined ? undefined : Math.round(Number(plain) * 100)
}

/** With thousands in groups or without, and a point before the cents. */
function withPoint(typed: string, group: string, decimal: string): string | undefined {
  const [whole = '', cents = '', ...more] = typed.split(decimal)
  const groups = whole.split(group)
  const isGrouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every(isThousand))
  const digits = groups.join('')
  const isAmount = more.length === 0 && isGrouped && /^\d{1,12}$/.test(digits) && /^\d{0,2}$/.test(cents)
  return isAmount ? `${digits}.${cents}` : undefined
}

const isThousand = (digits: string): boolean => /^\d{3}$/.test(digits)

/** Cents as they stand in a field: `1234.50`, with the decimal separator of the browser's language. */
export const amountText = (cents: number): string => (cents / 100).toFixed(2).replace('.', ownDecimal)
