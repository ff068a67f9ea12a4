import { currencyDecimals, formatMoney } from './format.ts'

/** The decimal separator of the browser's language: a comma in German, a point in English. */
const ownDecimal = new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

/**
 * Reads an amount that a person typed, `1,234.5` or `$20`, in minor units of its currency. Undefined if it is no amount, has more decimals
 * than the currency, or has the sign of another one. Separators are those of the browser's language: a separator that does not group three
 * digits is no separator of thousands, and nothing is guessed.
 */
export function parseAmount(text: string, currency = 'USD', decimal = ownDecimal): number | undefined {
  const typed = withoutSign(text.replaceAll(/[\s'’]/g, ''), currency)
  const read = (group: string, point: string) =>
    minorUnits(typed, { group, point, decimals: currencyDecimals(currency) })
  return decimal === ',' ? (read('.', ',') ?? read(',', '.')) : read(',', '.')
}

/**
 * Reads an amount with its currency: `€20` and `JPY 2500` in the currency that was typed, `20` in the usual one. Undefined: the text is no
 * amount.
 */
export function parseTypedMoney(text: string, usual: string): { cents: number; currency: string } | undefined {
  const read = (currency: string) => {
    const cents = parseAmount(text, currency)
    return cents === undefined ? undefined : { cents, currency }
  }
  const [code = ''] = /[a-z]{3}/i.exec(text) ?? []
  const [sign = ''] = /[$€£¥]/.exec(text) ?? []
  const known = Intl.supportedValuesOf('currency').find((one) => one === code.toUpperCase())
  const typed = known ?? ofSign.get(sign)
  return read(usual) ?? (typed === undefined ? undefined : read(typed))
}

const ofSign: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
])

/** The signs that may stand beside an amount of a currency: its code, its sign, `CA$`, and the sign in its own country, `$`. */
function signsOf(currency: string): string[] {
  const sign = formatMoney(0, currency)
    .replace(/\p{Nd}[\p{Nd}.,٫]*/u, '')
    .replaceAll(/\s/g, '')
    .toUpperCase()
  const [short] = /[$€£¥]$/.exec(sign) ?? []
  return [currency, sign, ...(short === undefined ? [] : [short])]
}

/** Removes the currency before or after a typed amount: `€20` and `20 EUR` become `20`. */
function withoutSign(typed: string, currency: string): string {
  const upper = typed.toUpperCase()
  for (const sign of signsOf(currency)) {
    if (upper.startsWith(sign)) return typed.slice(sign.length)
    if (upper.endsWith(sign)) return typed.slice(0, -sign.length)
  }
  return typed
}

interface Separators {
  readonly group: string
  readonly point: string
  /** The number of decimals of the currency. */
  readonly decimals: number
}

/**
 * The minor units of a typed amount, with or without separators of thousands. Computed from the digits, so that no minor unit is lost.
 * Undefined: the text is no amount.
 */
function minorUnits(typed: string, { group, point, decimals }: Separators): number | undefined {
  const [whole = '', cents = '', ...more] = typed.split(point)
  const groups = whole.split(group)
  const isGrouped = groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every(isThousand))
  const digits = groups.join('')
  const isAmount =
    more.length === 0 && isGrouped && /^\d{1,12}$/.test(digits) && /^\d*$/.test(cents) && cents.length <= decimals
  const amount = Number(digits + cents.padEnd(decimals, '0'))
  return isAmount && Number.isSafeInteger(amount) ? amount : undefined
}

const isThousand = (digits: string): boolean => /^\d{3}$/.test(digits)

/** An amount as the text of a form's field: `1234.50`, with the decimal separator of the browser's language. */
export const amountFieldText = (cents: number, currency = 'USD'): string =>
  machineReadableAmount(cents, currency).replace('.', ownDecimal)

/**
 * Writes an amount, in minor units (the API's cents), in the form for addresses and files: `1234.50` in every language, without separators
 * of thousands and without rounding.
 */
export function machineReadableAmount(cents: number, currency = 'USD'): string {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return cents < 0 ? `-${text}` : text
}

/** Examples of an amount, for the error about a text that is none: `25 or 25.50`, `25 or 2500` in JPY, `25 or 25.500` in KWD. */
export const exampleAmounts = (currency: string): string => {
  const decimals = currencyDecimals(currency)
  return decimals === 0 ? '25 or 2500' : `25 or 25${ownDecimal}5${'0'.repeat(decimals - 1)}`
}

/** The currency as sentences name it: `dollars`, `JPY`. */
export const currencyUnitName = (currency: string): string => (currency === 'USD' ? 'dollars' : currency)

/** The error about a text that is no amount of the currency: it has a sign of another currency, or more decimals than the currency. */
export const amountFormatError = (currency: string): string =>
  `This is no amount in ${currencyUnitName(currency)}. Write for instance ${exampleAmounts(currency)}.`
