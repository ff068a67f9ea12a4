import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { decimalAmount } from '../../domain/money.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { LongWorkTimeSlices } from '../../lib/traffic/time-slices.ts'
import { listPostings, type PostingLine } from '../../store/postings/posting-lines.ts'
import type { PostingRange } from '../../store/postings/posting-range.ts'
import { FileAnswer, type ReadOperationContext } from '../request/context.ts'
import { csvLine } from '../transactions/csv.ts'
import { csvStream } from '../transactions/csv-stream.ts'

/** How many postings of a CSV file are read into memory at once. */
const ROWS_AT_ONCE = 200

type Query = OperationInputOf<'listPostings'>['query']
type Cell = (line: PostingLine) => string | number | null | undefined

/**
 * The columns of a CSV file of postings. All of them say what was so when the money moved: names that can be changed later are not among
 * them, so that the file of a range that is over stays the same, byte for byte.
 */
const columns: Readonly<Record<string, Cell>> = {
  postedAt: ({ at }) => isoTimestamp(at),
  kind: ({ kind }) => kind,
  id: ({ id }) => `pst_${id}`,
  transactionId: ({ transactionId }) => transactionId,
  currency: ({ currency }) => currency,
  authorized: ({ authorized, currency }) => decimalAmount(authorized, currency),
  held: ({ held, currency }) => decimalAmount(held, currency),
  gross: ({ captured, currency }) => decimalAmount(captured, currency),
  refund: ({ refunded, currency }) => decimalAmount(refunded, currency),
  net: ({ captured, refunded, currency }) => decimalAmount(captured - refunded, currency),
  merchantName: ({ merchant }) => merchant.name,
  merchantMcc: ({ merchant }) => merchant.mcc,
  customerId: ({ customerId }) => customerId,
  agentId: ({ agentId }) => agentId,
  cardId: ({ cardId }) => cardId,
  costCenter: ({ costCenter }) => costCenter,
  intentId: ({ intentId }) => intentId,
  subscriptionId: ({ subscriptionId }) => subscriptionId,
  approvedBy: ({ approval }) => approval?.by,
  approvedAt: ({ approval }) => approval && isoTimestamp(approval.at),
  approvalNote: ({ approval }) => approval?.note,
}

/** All postings of a range as one CSV file, the oldest first. They are read while the file is sent. */
export async function postingCsvFile(
  context: ReadOperationContext,
  query: Query,
  range: PostingRange | null,
): Promise<FileAnswer> {
  for (const name of ['limit', 'cursor'] as const) {
    if (query[name] === undefined) continue
    throw invalidRequestError(name, 'A CSV file has no pages.', 'parameter_invalid', `Leave \`${name}\` out.`)
  }
  const stream = await csvStream(context.principal, linesOf(context, query, range))
  return new FileAnswer(stream, { 'content-disposition': 'attachment; filename="postings.csv"' })
}

async function* linesOf(
  { db, principal, gone }: ReadOperationContext,
  { costCenter }: Query,
  range: PostingRange | null,
) {
  yield csvLine(Object.keys(columns))
  if (range === null) return
  const cells = Object.values(columns)
  const slices = new LongWorkTimeSlices({ gone, accountId: principal.accountId })
  let after: string | null = null
  for (;;) {
    const loaded = await listPostings(db, { ...range, costCenter, after, limit: ROWS_AT_ONCE, order: 'oldest' })
    const { rows, stoppedAt } = Array.isArray(loaded) ? { rows: loaded, stoppedAt: null } : loaded
    const shown = rows.slice(0, ROWS_AT_ONCE)
    const lines: string[] = []
    for await (const row of slices.each(shown)) lines.push(csvLine(cells.map((cell) => cell(row))))
    if (lines.length > 0) yield lines.join('')
    if (stoppedAt === null && rows.length <= ROWS_AT_ONCE) return
    after = stoppedAt ?? shown.at(-1)?.id ?? null
  }
}
