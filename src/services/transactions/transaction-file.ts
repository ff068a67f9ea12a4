import { Readable } from 'node:stream'
import { invalidRequest } from '../../contract/errors.ts'
import type { InputOf } from '../../contract/operations.ts'
import { csvLine } from './csv.ts'
import { deadlines } from '../../lib/traffic/deadlines.ts'
import { listedUpTo, listTransactions, type TransactionQuery } from '../../store/transactions/transactions.ts'
import { File, type ReadContext } from '../request/context.ts'
import { cursorsOf } from '../request/pagination.ts'
import { Turns } from '../../lib/traffic/turns.ts'
import { transactionColumns } from './transaction-columns.ts'
import { listedView } from './transaction-view.ts'

/** Transactions that one file looks through. */
const MOST = 100_000
/** Rows that are in memory at once: each may have tens of KiB. */
const ROWS_AT_ONCE = 50
/** Of one API key. */
const files = new Turns({ ofName: 2, waitMs: deadlines.queue })

type Query = InputOf<'listTransactions'>['query']
type Filters = Omit<TransactionQuery, 'limit' | 'after' | 'upTo'>

/**
 * All that a list would show, as one CSV file (contract, section 10, CSV). It is read while it is sent, and where it ends is known
 * before: `Link` leads to what is behind the oldest transaction that it looks through.
 */
export async function transactionFile(context: ReadContext, query: Query, filters: Filters): Promise<File> {
  const { limit, cursor, ...asked } = query
  if (limit !== undefined) {
    throw invalidRequest('limit', 'A CSV file has no pages.', 'parameter_invalid', 'Leave `limit` out.')
  }
  const { db, principal } = context
  const cursors = cursorsOf(context, { name: 'listTransactions', query })
  const after = cursor === undefined ? null : cursors.decode(cursor)
  const upTo = await listedUpTo(db, principal, { ...filters, after, most: MOST })
  const stream = await inTurn(principal.id, () =>
    Readable.from(linesOf(context, { ...filters, after, upTo: upTo ?? undefined }), { objectMode: false }),
  )
  const headers = { 'content-disposition': 'attachment; filename="transactions.csv"' }
  if (upTo === null) return new File(stream, headers)
  const next = new URLSearchParams({ ...textsOf(asked), cursor: cursors.encode(upTo) })
  return new File(stream, { ...headers, link: `</v1/transactions?${next.toString()}>; rel="next"` })
}

const textsOf = (query: object): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

async function* linesOf({ db, principal }: ReadContext, query: Filters & Pick<TransactionQuery, 'after' | 'upTo'>) {
  yield csvLine(Object.keys(transactionColumns))
  const cells = Object.values(transactionColumns)
  let { after } = query
  for (;;) {
    const loaded = await listTransactions(db, principal, { ...query, after, limit: ROWS_AT_ONCE })
    const { rows, stoppedAt } = Array.isArray(loaded) ? { rows: loaded, stoppedAt: null } : loaded
    const shown = rows.slice(0, ROWS_AT_ONCE).map(listedView)
    if (shown.length > 0) yield shown.map((each) => csvLine(cells.map((cell) => cell(each)))).join('')
    if (stoppedAt === null && rows.length <= ROWS_AT_ONCE) return
    after = stoppedAt ?? shown.at(-1)?.id ?? null
  }
}

/** A file has its turn until it is sent, or nobody takes it any more. */
const inTurn = (name: string, make: () => Readable): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const sent = files.take(name, async () => {
      const stream = make()
      const closed = new Promise<void>((end) => {
        stream.once('close', end)
      })
      resolve(stream)
      await closed
    })
    sent.catch(reject)
  })
