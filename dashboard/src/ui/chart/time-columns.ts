import { type DayRange, formatDayWithYear, formatDayRange, formatDayWithoutYear } from '../../lib/days.ts'
import { type TransactionFilters, transactionsLink } from '../../lib/transactions-link.ts'
import type { ChartColumn } from './column-chart.tsx'

/** A chart's columns for the parts of a range of UTC days. Each column links to its transactions. */
export const chartTimeColumns = (parts: readonly DayRange[], filters: TransactionFilters): ChartColumn[] =>
  parts.map((part) => ({
    key: part.from,
    short: formatDayWithoutYear(part.from),
    long: part.from === part.to ? `${formatDayWithYear(part.from)} (UTC)` : `${formatDayRange(part)} (UTC)`,
    href: transactionsLink(filters, part),
    act: part.from === part.to ? 'Show the day’s transactions' : 'Show the transactions of these days',
  }))

/** Sums up daily numbers: one number for each part of the range. */
export function sumsByDayRange<Sums extends { readonly start: string }>(
  sums: readonly Sums[],
  parts: readonly DayRange[],
  valueOf: (sums: Sums) => number,
): number[] {
  const values = parts.map(() => 0)
  for (const one of sums) {
    const day = one.start.slice(0, 10)
    const index = parts.findIndex(({ from, to }) => from <= day && day <= to)
    if (index !== -1) values[index] = (values[index] ?? 0) + valueOf(one)
  }
  return values
}
