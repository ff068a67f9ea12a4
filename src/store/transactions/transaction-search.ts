import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DeclineCode } from '../../contract/reasons.ts'
import type { Db } from '../connection/db.ts'
import type { IndexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type IdRange, type ListPageRequest } from '../statements/keyset.ts'
import type { TimeRange } from '../statements/time-range.ts'
import { BLANKS } from '../statements/blanks.ts'

/**
 * Filters of a search for transactions that have no index. Each of them is compared with every transaction that another filter or the
 * account finds.
 */
export interface TransactionSearchFilters {
  /** A part of the merchant's name. Its ASCII characters are compared without case. */
  readonly merchant?: string | undefined
  /**
   * An ISO 4217 code. Only transactions with amounts in this currency are found. With `summed` `declined`, without a bound of the amount:
   * those of customers in this currency.
   */
  readonly currency?: string | undefined
  /** Only transactions of at least this amount in minor units are found. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  /** A decline reason's code. Only declined transactions with this reason are found. */
  readonly reason?: DeclineCode | undefined
  /** The merchant's whole name, as the sums of spend by merchant have it. */
  readonly merchantName?: string | undefined
  readonly mcc?: string | undefined
  readonly costCenter?: string | undefined
  /** Only transactions that have no agent, no merchant's name, no MCC or no cost center are found. */
  readonly without?: 'agent' | 'merchant' | 'category' | 'costCenter' | undefined
  /** Only transactions that were settled in this range of time are found. */
  readonly settled?: TimeRange | undefined
  /** Only transactions that the sums of spend count as approved or as declined are found. */
  readonly summed?: 'approved' | 'declined' | undefined
}

/** The most transactions that one search compares. An index for each of the filters would make every purchase slower. */
export const MOST_SEARCHED_TRANSACTIONS = 2000

/**
 * Finds the range of ids that a search for transactions may compare. `stop`: the last id of the range if the search ends there, because
 * further transactions may follow; else null. The range is bounded by an id and not by a count, so that transactions that are added
 * meanwhile are compared, too.
 */
export async function transactionSearchRange(
  db: Db,
  filter: IndexedListFilter,
  { most = MOST_SEARCHED_TRANSACTIONS, ...range }: Pick<ListPageRequest, 'after'> & IdRange & { most?: number },
): Promise<IdRange & { stop: string | null }> {
  const unfiltered = { ...filter, check: null }
  const end = await listRowsNewestFirst(db.selectFrom('transactions').select('id'), unfiltered, { ...range, limit: 0 })
    .offset(most - 1)
    .executeTakeFirst()
  return { from: end?.id ?? range.from, before: range.before, stop: end?.id ?? null }
}

/** Whether a query has to search row by row. A filter by status has no index either, so a rare status needs a search. */
export const needsTransactionRowSearch = ({
  status,
  ...search
}: TransactionSearchFilters & { status?: string | undefined }): boolean =>
  status !== undefined || checksOf(search).length > 0

/** Adds the filters of a search for transactions to the condition by which an index finds them. */
export function withTransactionSearch(filter: IndexedListFilter, search: TransactionSearchFilters): IndexedListFilter {
  const checks = [...(filter.check === null ? [] : [filter.check]), ...checksOf(search)]
  return { ...filter, check: checks.length === 0 ? null : sql<SqlBool>`${sql.join(checks, sql` and `)}` }
}

const checksOf = (search: TransactionSearchFilters): RawBuilder<SqlBool>[] => [
  ...(search.currency === undefined ? [] : [inCurrency(search.currency, search)]),
  ...(search.minAmount === undefined ? [] : [sql<SqlBool>`amount >= ${search.minAmount}`]),
  ...(search.maxAmount === undefined ? [] : [sql<SqlBool>`amount <= ${search.maxAmount}`]),
  ...(search.merchant === undefined ? [] : [named(search.merchant)]),
  ...(search.reason === undefined ? [] : [declinedFor(search.reason)]),
  ...(search.merchantName === undefined ? [] : [sql<SqlBool>`${trimmedName} = ${search.merchantName.trim()}`]),
  ...(search.mcc === undefined ? [] : [sql<SqlBool>`merchant ->> 'mcc' = ${search.mcc}`]),
  ...(search.costCenter === undefined ? [] : [sql<SqlBool>`cost_center = ${search.costCenter}`]),
  ...(search.without === undefined ? [] : [lacks[search.without]]),
  ...(search.summed === undefined ? [] : [counted[search.summed]]),
  ...(search.settled?.from === undefined ? [] : [sql<SqlBool>`settled_at >= ${search.settled.from}`]),
  ...(search.settled?.before === undefined ? [] : [sql<SqlBool>`settled_at < ${search.settled.before}`]),
]

/**
 * An SQL condition for the transactions of a currency. The sums of spend count a decline in another currency than its customer's under the
 * customer's currency, without its amount. So declines that sums count are found by their customer's currency, unless the search compares
 * amounts, which are in the transaction's own currency.
 */
const inCurrency = (currency: string, { summed, minAmount, maxAmount }: TransactionSearchFilters) =>
  summed === 'declined' && minAmount === undefined && maxAmount === undefined
    ? sql<SqlBool>`exists (select from customers c
        where c.bucket = transactions.bucket and c.id = transactions.customer_id and c.currency = ${currency})`
    : sql<SqlBool>`currency = ${currency}`

const trimmedName = sql<string>`coalesce(btrim(merchant ->> 'name', ${BLANKS}), '')`

const lacks: Readonly<Record<NonNullable<TransactionSearchFilters['without']>, RawBuilder<SqlBool>>> = {
  agent: sql<SqlBool>`agent_id is null`,
  merchant: sql<SqlBool>`${trimmedName} = ''`,
  category: sql<SqlBool>`coalesce(merchant ->> 'mcc', '') = ''`,
  costCenter: sql<SqlBool>`cost_center is null`,
}

/** SQL conditions for the transactions that the sums of spend count. No sum counts a credit. */
const counted: Readonly<Record<NonNullable<TransactionSearchFilters['summed']>, RawBuilder<SqlBool>>> = {
  approved: sql<SqlBool>`decision = 'approve' and type <> 'credit'`,
  declined: sql<SqlBool>`decision = 'decline' and type <> 'credit'`,
}

/**
 * An SQL condition for a part of the merchant's name. Only ASCII characters are compared without case, because databases differ in the case
 * of others.
 */
const named = (fragment: string) =>
  sql<SqlBool>`strpos(lower((merchant ->> 'name') collate "C"), lower(${fragment}::text collate "C")) > 0`

const declinedFor = (code: DeclineCode) =>
  sql<SqlBool>`decision = 'decline' and reasons::jsonb @> ${JSON.stringify([{ code }])}::jsonb`
