import { addDays, type DayRange, startOf } from './days.ts'

/** Filters of the list of transactions, as `GET /transactions` takes them. */
export interface TransactionFilters {
  readonly customerId?: string
  readonly agentId?: string
  readonly cardId?: string
  /** The currency of the transactions, for a link from one of several sums in different currencies. */
  readonly currency?: string
  readonly merchantName?: string
  readonly mcc?: string
  readonly without?: 'agent' | 'merchant' | 'category'
  readonly summed?: 'approved' | 'declined'
  readonly status?: 'declined'
  readonly reason?: string
}

/** Leads to the transactions of these filters, in days of UTC, which is what sums are of. */
export function transactionsLink(filters: TransactionFilters, range?: DayRange): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) search.set(name, String(value))
  if (range !== undefined) {
    search.set('createdAfter', new Date(startOf(range.from, 'UTC')).toISOString())
    search.set('createdBefore', new Date(startOf(addDays(range.to, 1), 'UTC')).toISOString())
  }
  return `/transactions?${search.toString()}`
}
