import { addDays, type DayRange, startOfDay } from './days.ts'

/** Filters of the list of transactions, as `GET /transactions` takes them. */
export interface TransactionFilters {
  readonly customerId?: string
  readonly agentId?: string
  readonly cardId?: string
  /** The currency of the transactions, for links from a sum in one of several currencies. */
  readonly currency?: string
  readonly merchantName?: string
  readonly mcc?: string
  readonly costCenter?: string
  readonly without?: 'agent' | 'merchant' | 'category' | 'costCenter'
  readonly summed?: 'approved' | 'declined'
  readonly status?: 'declined'
  readonly reason?: string
}

/** The address of the list of transactions with these filters. The days of the range are in UTC, as sums are. */
export function transactionsLink(filters: TransactionFilters, range?: DayRange): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.set(name, String(value))
  if (range !== undefined) {
    search.set('createdAfter', new Date(startOfDay(range.from, 'UTC')).toISOString())
    search.set('createdBefore', new Date(startOfDay(addDays(range.to, 1), 'UTC')).toISOString())
  }
  return `/transactions?${search.toString()}`
}
