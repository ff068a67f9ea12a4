import { addDays, type CalendarDay, dayInZone, isCalendarDay, startOfDay } from '../../lib/days.ts'
import type { ListTransactionsQuery } from '@purser/client'

export const transactionFilterNames = [
  'merchant',
  'status',
  'reason',
  'agentId',
  'customerId',
  'cardId',
  'intentId',
  'currency',
  'minAmount',
  'maxAmount',
  'createdAfter',
  'createdBefore',
  'merchantName',
  'mcc',
  'costCenter',
  'without',
  'summed',
] as const
export type TransactionFilterName = (typeof transactionFilterNames)[number]
export type TransactionQueryFilters = Partial<Record<TransactionFilterName, string>>

/** The currency code in the filters, in upper case. Undefined: there is none, or a link holds a word that is no code. */
export const currencyOfFilters = ({ currency }: TransactionQueryFilters): string | undefined =>
  currency !== undefined && /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : undefined

/**
 * The list's filters as the API takes them. Days are in the account's time zone, first and last included. `pageAmountsInText`: the currency of
 * amounts in a link without a currency. Undefined: the filters have no amounts.
 */
export function transactionQueryOf(
  { createdAfter, createdBefore, currency, minAmount, maxAmount, ...rest }: TransactionQueryFilters,
  zone: string,
  amountsIn?: string,
): ListTransactionsQuery {
  const hasAmount = minAmount !== undefined || maxAmount !== undefined
  const only = currency ?? (hasAmount ? amountsIn : undefined)
  return {
    ...(only !== undefined && { currency: only }),
    // A link to transactions may hold any value: the API answers with an error about those that it does not know.
    ...(rest as Pick<ListTransactionsQuery, 'status' | 'reason' | 'without' | 'summed'>),
    ...(minAmount && { minAmount: Number(minAmount) }),
    ...(maxAmount && { maxAmount: Number(maxAmount) }),
    ...(createdAfter && { createdAfter: momentOf(createdAfter, (day) => startOfDay(day, zone)) }),
    ...(createdBefore && { createdBefore: momentOf(createdBefore, (day) => startOfDay(addDays(day, 1), zone)) }),
  }
}

const momentOf = (value: string, ofDay: (day: CalendarDay) => number): string =>
  isCalendarDay(value) ? new Date(ofDay(value)).toISOString() : value

/** The first and last day of the filter, for the date fields: the days of the first and last selected moment. */
export function dayRangeOfTransactionFilters(
  { createdAfter, createdBefore }: TransactionQueryFilters,
  zone: string,
): { from: CalendarDay; to: CalendarDay } {
  const shown = (value: string | undefined, shift: number): CalendarDay => {
    if (value === undefined || isCalendarDay(value)) return value ?? ''
    const at = Date.parse(value)
    return Number.isNaN(at) ? '' : dayInZone(at + shift, zone)
  }
  return { from: shown(createdAfter, 0), to: shown(createdBefore, -1) }
}

/** The bounds of a link's time range, if they are no whole days in the account's time zone. Null otherwise. */
export function exactTimesOfTransactionFilters(
  filters: TransactionQueryFilters,
  zone: string,
): { from: string | null; to: string | null } | null {
  const { createdAfter, createdBefore } = transactionQueryOf(filters, zone)
  const days = dayRangeOfTransactionFilters(filters, zone)
  const whole = transactionQueryOf({ createdAfter: days.from, createdBefore: days.to }, zone)
  if (whole.createdAfter === createdAfter && whole.createdBefore === createdBefore) return null
  return { from: createdAfter ?? null, to: createdBefore ?? null }
}
