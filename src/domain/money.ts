import { DEFAULT_CURRENCY, currencyDecimals } from './currencies.ts'

/** The signs of currencies that everybody reads. Amounts of all others have the code before them. */
const signs: ReadonlyMap<string, string> = new Map([
  ['USD', '$'],
  ['EUR', '€'],
  ['GBP', '£'],
  ['JPY', '¥'],
])

/**
 * Formats an amount in minor units of its currency (ISO 4217, upper case) as messages show it: `$1,234.56`, `€0.05`, `¥1,235`,
 * `KWD 1.500`.
 */
export function formatMoney(amount: number, currency: string): string {
  const plain = decimalAmount(Math.abs(amount), currency)
  const [whole = '', rest] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const text = rest === undefined ? grouped : `${grouped}.${rest}`
  return `${amount < 0 ? '-' : ''}${signs.get(currency) ?? `${currency} `}${text}`
}

/**
 * Writes an amount as a remedy names it: the number that the field of the API takes, and the money that it is, `14900 (¥14,900)`. In USD it
 * is only the number, as in remedies that were stored before Purser had other currencies: `purser verify` makes stored decisions again and
 * compares their remedies.
 */
export const amountInRemedyText = (amount: number, currency: string): string =>
  currency === DEFAULT_CURRENCY ? String(amount) : `${amount} (${formatMoney(amount, currency)})`

/** Writes minor units as units of the currency, with its decimals and without rounding: `1234.56` for 123456 of USD, `5` for 5 of JPY. */
export function decimalAmount(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  if (decimals === 0) return String(amount)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
