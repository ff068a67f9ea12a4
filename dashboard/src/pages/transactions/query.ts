import { addDays, type Day, dayAt, isDay, startOf } from '../../lib/days.ts'
import type { ListTransactionsQuery } from '@purser/client'

export const filterNames = [
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
  'without',
  'summed',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

/** The currency that the filters name, in upper case. A link may hold any word: what is no code is none. */
export const currencyIn = ({ currency }: Filters): string | undefined =>
  currency !== undefined && /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : undefined

/**
 * The filters of the page as the API takes them. Days are those of the account's time zone, both ends included. `amountsIn`: the currency of
 * amounts whose link names none. Undefined: the filters have no amounts.
 */
export function queryOf(
  { createdAfter, createdBefore, currency, minAmount, maxAmount, ...rest }: Filters,
  zone: string,
  amountsIn?: string,
): ListTransactionsQuery {
  const hasAmount = minAmount !== undefined || maxAmount !== undefined
  const only = currency ?? (hasAmount ? amountsIn : undefined)
  return {
    ...(only !== undefined && { currency: only }),
    // A link may hold any word: what the API does not know, it says.
    ...(rest as Pick<ListTransactionsQuery, 'status' | 'reason' | 'without' | 'summed'>),
    ...(minAmount && { minAmount: Number(minAmount) }),
    ...(maxAmount && { maxAmount: Number(maxAmount) }),
    ...(createdAfter && { createdAfter: momentOf(createdAfter, (day) => startOf(day, zone)) }),
    ...(createdBefore && { createdBefore: momentOf(createdBefore, (day) => startOf(addDays(day, 1), zone)) }),
  }
}

const momentOf = (value: string, ofDay: (day: Day) => number): string =>
  isDay(value) ? new Date(ofDay(value)).toISOString() : value

/** A day, or the day of the first or last moment that is shown, as a field for days has it. */
export function dayOf({ createdAfter, createdBefore }: Filters, zone: string): { from: Day; to: Day } {
  const shown = (value: string | undefined, shift: number): Day => {
    if (value === undefined || isDay(value)) return value ?? ''
    const at = Date.parse(value)
    return Number.isNaN(at) ? '' : dayAt(at + shift, zone)
  }
  return { from: shown(createdAfter, 0), to: shown(createdBefore, -1) }
}

/** The bounds of a link's time range, if they are no whole days in the account's time zone. Null otherwise. */
export function momentsOf(filters: Filters, zone: string): { from: string | null; to: string | null } | null {
  const { createdAfter, createdBefore } = queryOf(filters, zone)
  const days = dayOf(filters, zone)
  const whole = queryOf({ createdAfter: days.from, createdBefore: days.to }, zone)
  if (whole.createdAfter === createdAfter && whole.createdBefore === createdBefore) return null
  return { from: createdAfter ?? null, to: createdBefore ?? null }
}
