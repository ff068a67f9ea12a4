import { isKnownTimeZone } from './days.ts'

const WITHOUT_DECIMALS = /^(BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/i
const WITH_THREE = /^(BHD|IQD|JOD|KWD|LYD|OMR|TND)$/i
const WITH_FOUR = /^(CLF|UYW)$/i

/**
 * How many decimals amounts of a currency have: 2 for USD, 0 for JPY, 3 for KWD. As ISO 4217 says, and with it the service: a browser's own
 * data differ from it for some currencies.
 */
export function currencyDecimals(currency: string): number {
  if (WITHOUT_DECIMALS.test(currency)) return 0
  if (WITH_THREE.test(currency)) return 3
  return WITH_FOUR.test(currency) ? 4 : 2
}

/**
 * Converts an amount from minor units, which the API calls cents, to units of its currency: 12.34 for 1234 of USD. The largest amounts are
 * rounded, so it is only for short texts.
 */
export const currencyUnitsOf = (cents: number, currency: string): number => cents / 10 ** currencyDecimals(currency)

const moneyFormats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string, isShort: boolean): Intl.NumberFormat {
  const key = currency + isShort
  const decimals = currencyDecimals(currency)
  const format =
    moneyFormats.get(key) ??
    new Intl.NumberFormat(undefined, {
      style: 'currency',
      currency,
      ...(isShort
        ? { notation: 'compact', maximumFractionDigits: 1 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    })
  moneyFormats.set(key, format)
  return format
}

/** Cents (minor units of the currency) as an amount with its currency, as the browser's language writes it: `$1,234.50`. */
export const formatMoney = (cents: number, currency = 'USD'): string =>
  // The decimal point is moved by an exponent in the text, because the largest amounts are no exact numbers in units.
  moneyFormat(currency, false).format(`${cents}E-${currencyDecimals(currency)}` as Intl.StringNumericLiteral)

/** An amount as a short text, rounded: `$1.2K`. */
export const formatMoneyShort = (cents: number, currency = 'USD'): string =>
  moneyFormat(currency, true).format(currencyUnitsOf(cents, currency))

const count = new Intl.NumberFormat()
export const formatCount = (value: number): string => count.format(value)

/** The zone in which the dashboard shows times: the account's, or the viewer's until the account is known. */
let timeZone: string | undefined

/** Sets the zone in which times are shown. A zone that this browser does not know changes nothing. */
export function setShownTimeZone(zone: string): void {
  if (!isKnownTimeZone(zone)) return
  timeZone = zone
  made.clear()
}

const made = new Map<string, Intl.DateTimeFormat>()

const timeFormat =
  (options: Intl.DateTimeFormatOptions) =>
  (at: string | number): string => {
    const key = JSON.stringify(options)
    const format = made.get(key) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone })
    made.set(key, format)
    return format.format(new Date(at))
  }

/** A moment with its date, its time to the second and the name of its zone. */
export const formatExactTime = timeFormat({ dateStyle: 'medium', timeStyle: 'long' })

export const formatDay = timeFormat({ month: 'short', day: 'numeric' })

export const formatDate = timeFormat({ dateStyle: 'medium' })

/** A day with its weekday: `Wednesday, November 25, 2026`. */
export const formatWeekday = timeFormat({ dateStyle: 'full' })

/** The time of day to the minute. */
export const formatTime = timeFormat({ timeStyle: 'short' })

/** The time of day to the second. */
export const formatClock = timeFormat({ timeStyle: 'medium' })

/** // Relative times are in English, like the sentences around them. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A moment relative to now: `3 min. ago`, `in 2 days`, `now`. */
export function formatRelativeTime(at: string | number, now: number): string {
  const difference = new Date(at).getTime() - now
  for (const [unit, length] of UNITS)
    if (Math.abs(difference) >= length) return relative.format(Math.round(difference / length), unit)
  return 'now'
}

/** A code as words: `per_day_exceeded` becomes `per day exceeded`. */
export const apiCodeAsWords = (code: string): string => code.replaceAll('_', ' ')

/** A field's name as words: `requireApproval` becomes `Require approval`. */
export function fieldNameInWords(field: string): string {
  const spaced = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** A duration as a short text: `40 s`, `3 min`, `2 h`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}
