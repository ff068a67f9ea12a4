import type { ListTransactionsQuery } from '@purser/client'
import { downloadFile } from '../../lib/download-file.ts'
import { dayRangeOfTransactionFilters, type TransactionQueryFilters } from './query.ts'

/** Saves the filtered list as files of at most 100,000 transactions; each reply names the next file. Resolves to the names of the files. */
export async function exportTransactionsCsv(filters: ListTransactionsQuery, name: string): Promise<string[]> {
  const search = new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, String(value)]))
  const names: string[] = []
  for (let next: string | undefined = `/v1/transactions?${search}`; next !== undefined;) {
    const reply: Response = await fetch(next, { headers: { accept: 'text/csv' } })
    if (!reply.ok) throw new Error(`The answer is ${reply.status}`)
    const file = names.length === 0 ? `${name}.csv` : `${name}-${names.length + 1}.csv`
    downloadFile(await reply.blob(), file)
    names.push(file)
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return names
}

/** The name of an exported file, with its days and their time zone: `transactions-2026-10-01-to-2026-10-31-Europe-Berlin`. */
export function transactionsFileName(filters: TransactionQueryFilters, zone: string): string {
  const { from, to } = dayRangeOfTransactionFilters(filters, zone)
  const days = [...(from === '' ? [] : [`from-${from}`]), ...(to === '' ? [] : [`to-${to}`])]
  return ['transactions', ...days, zone.replaceAll('/', '-')].join('-')
}
