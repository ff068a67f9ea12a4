import { queryOptions } from '@tanstack/react-query'
import type { GetSpendStatsQuery } from '@purser/client'
import { addDays, dayCountOfRange, type DayRange } from '../lib/days.ts'
import { purser } from './client.ts'

type Filters = Pick<GetSpendStatsQuery, 'groupBy' | 'customerId' | 'agentId' | 'cardId' | 'currency'>

const query = (filters: GetSpendStatsQuery) =>
  queryOptions({
    queryKey: ['stats', filters],
    queryFn: ({ signal }) => purser.stats.spend(filters, { signal }),
  })

/** The query of spend and declines of each day (UTC) of a range, its first and last day included. */
export const dailyStatsQuery = (range: DayRange, filters: Filters) =>
  query({ ...filters, from: range.from, to: range.to })

/** The query of spend and declines of a range, and of the range that it is compared with. */
export const rangeStatsQuery = (range: DayRange, compared: DayRange, filters: Filters) =>
  query({
    ...filters,
    bucket: 'range',
    from: range.from,
    to: range.to,
    compareFrom: compared.from,
    compareTo: compared.to,
  })

/**
 * Asks for the currencies in which customers of the account have bought anything in the last 366 days, the longest range that the API sums
 * up. The account's own currency is first in the answer.
 */
export const currenciesQuery = queryOptions({
  queryKey: ['stats', 'currencies'],
  queryFn: async ({ signal }) => {
    const from = new Date(Date.now() - 366 * DAY_MS).toISOString()
    const { currency = 'USD', byCurrency = [] } = await purser.stats.spend({ bucket: 'range', from }, { signal })
    return [...new Set([currency, ...byCurrency.map((one) => one.currency)])]
  },
  staleTime: 60_000,
})

const DAY_MS = 86_400_000

/** The longest range, in days, for which the API answers each day by itself. */
export const MOST_DAILY_STATS_DAYS = 90

/**
 * Divides a range of days into ranges that are short enough for one request of `GET /stats/spend`, which answers sums by day for
 * `MOST_DAILY_STATS_DAYS` at most.
 */
export function splitStatsRange(range: DayRange): DayRange[] {
  const parts: DayRange[] = []
  for (let from = range.from; from <= range.to; from = addDays(from, MOST_DAILY_STATS_DAYS)) {
    const to = addDays(from, MOST_DAILY_STATS_DAYS - 1)
    parts.push({ from, to: to < range.to ? to : range.to })
  }
  return parts
}

export const isDailyStatsRange = (range: DayRange): boolean => dayCountOfRange(range) <= MOST_DAILY_STATS_DAYS
