import type { ListTransactionsQuery } from '@purser/client'
import { saveFile } from '../../lib/save-file.ts'

/** What the list shows with these filters, as files: each has 100,000 transactions at most and names the next. */
export async function exportCsv(filters: ListTransactionsQuery): Promise<number> {
  const search = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))
  let count = 0
  for (let next: string | undefined = `/v1/transactions?${search}`; next !== undefined; count += 1) {
    const reply: Response = await fetch(next, { headers: { accept: 'text/csv' } })
    if (!reply.ok) throw new Error(`The answer is ${reply.status}`)
    saveFile(await reply.blob(), count === 0 ? 'transactions.csv' : `transactions-${count + 1}.csv`)
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  return count
}
