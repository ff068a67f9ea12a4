import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { csvLine } from './csv.ts'
import { csvStream } from './csv-stream.ts'
import { DEFAULT_TIME_ZONE } from '../accounts/time-zone.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { levelNamesOf } from '../../store/statements/names.ts'
import {
  lastListedTransactionId,
  listNamedTransactions,
  type NamedTransaction,
  type TransactionQuery,
} from '../../store/transactions/transactions.ts'
import { FileAnswer, type ReadOperationContext } from '../request/context.ts'
import { listCursorsOf } from '../request/pagination.ts'
import { LongWorkTimeSlices } from '../../lib/traffic/time-slices.ts'
import {
  localTimeCsvColumn,
  merchantMoneyCsvColumns,
  newestTransactionCsvColumns,
  transactionCsvColumns,
  type TransactionCsvLine,
} from './transaction-columns.ts'
import { listedTransactionView } from '../commands/transaction-view.ts'

/** How many transactions are read for one CSV file at most. */
const MOST = 100_000
/** How many rows of a CSV file are read into memory at once: each row may have tens of KiB. */
const ROWS_AT_ONCE = 50

type Query = OperationInputOf<'listTransactions'>['query']
type Filters = Omit<TransactionQuery, 'limit' | 'after' | 'upTo'>

/**
 * All transactions of a list as one CSV file (contract, section 10, CSV). They are read while the file is sent. Before that it is
 * determined which transaction is the last in the file, because the header `Link` leads to the transactions after it.
 */
export async function transactionCsvFile(
  context: ReadOperationContext,
  query: Query,
  filters: Filters,
): Promise<FileAnswer> {
  const { limit, cursor, ...rest } = query
  if (limit !== undefined) {
    throw invalidRequestError('limit', 'A CSV file has no pages.', 'parameter_invalid', 'Leave `limit` out.')
  }
  const { db, principal } = context
  const cursors = listCursorsOf(context, { name: 'listTransactions', query })
  const after = cursor === undefined ? null : cursors.decode(cursor)
  const upTo = await lastListedTransactionId(db, principal, { ...filters, after, most: MOST })
  const { time_zone: timeZone } = await findAccount(db, principal.accountId)
  const columns = {
    ...transactionCsvColumns,
    ...localTimeCsvColumn(timeZone ?? DEFAULT_TIME_ZONE),
    ...merchantMoneyCsvColumns,
    ...newestTransactionCsvColumns,
  }
  const lines = () => linesOf(context, { columns, query: { ...filters, after, upTo: upTo ?? undefined } })
  const stream = await csvStream(principal, lines())
  const headers = { 'content-disposition': 'attachment; filename="transactions.csv"' }
  if (upTo === null) return new FileAnswer(stream, headers)
  const next = new URLSearchParams({ ...textsOf(rest), cursor: cursors.encode(upTo) })
  return new FileAnswer(stream, { ...headers, link: `</v1/transactions?${next.toString()}>; rel="next"` })
}

const textsOf = (query: object): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

interface FileContent {
  readonly columns: typeof transactionCsvColumns
  readonly query: Filters & Pick<TransactionQuery, 'after' | 'upTo'>
}

async function* linesOf({ db, principal, gone }: ReadOperationContext, { columns, query }: FileContent) {
  yield csvLine(Object.keys(columns))
  const cells = Object.values(columns)
  const slices = new LongWorkTimeSlices({ gone, accountId: principal.accountId })
  let { after } = query
  for (;;) {
    const loaded = await listNamedTransactions(db, principal, { ...query, after, limit: ROWS_AT_ONCE })
    const { rows, stoppedAt } = Array.isArray(loaded) ? { rows: loaded, stoppedAt: null } : loaded
    const shown = rows.slice(0, ROWS_AT_ONCE)
    const lines: string[] = []
    for await (const row of slices.each(shown)) {
      const line = lineOf(row, { seesEmails: principal.agentId === null })
      lines.push(csvLine(cells.map((cell) => cell(line))))
    }
    if (lines.length > 0) yield lines.join('')
    if (stoppedAt === null && rows.length <= ROWS_AT_ONCE) return
    after = stoppedAt ?? shown.at(-1)?.id ?? null
  }
}

/** The data of one line of a CSV file. A customer without a name is called by the email address, which agents do not see. */
const lineOf = (row: NamedTransaction, { seesEmails }: { seesEmails: boolean }): TransactionCsvLine => {
  const names = levelNamesOf(row)
  return {
    ...listedTransactionView(row),
    ...names,
    customerName: names.customerName ?? (seesEmails ? row.customer_email : null),
    cardLast4: row.last4,
  }
}
