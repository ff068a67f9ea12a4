import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DeclineCode } from '../../contract/decisions.ts'
import type { Db } from '../connection/db.ts'
import type { IndexedFilter } from '../statements/filters.ts'
import { newestFirst, type IdRange, type PageRequest } from '../statements/keyset.ts'

/** Filters without an index: they are compared row by row with the transactions that another filter or the account finds. */
export interface SearchFilters {
  /** Some of the merchant's name. Its ASCII characters are compared without case. */
  readonly merchant?: string | undefined
  /** The smallest amount in cents, inclusive. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  /** A reason code: finds declined transactions that have it among their reasons. */
  readonly reason?: DeclineCode | undefined
  /** Exactly this merchant's name, as the sums of spend by merchant have it. */
  readonly merchantName?: string | undefined
  readonly mcc?: string | undefined
  /** Only transactions without an agent, a merchant's name or an MCC. */
  readonly without?: 'agent' | 'merchant' | 'category' | undefined
  /** Only transactions that the sums of spend count as approved or as declined. */
  readonly summed?: 'approved' | 'declined' | undefined
}

/** How many transactions one search compares. An index for each of these filters would make every purchase slower. */
export const MOST_SEARCHED = 2000

/**
 * The range of ids that a search may compare. `stop`: the last id of the range where more follow, else null. The range has ids instead of
 * a count, so that transactions added meanwhile are compared, too.
 */
export async function searchRange(
  db: Db,
  filter: IndexedFilter,
  { most = MOST_SEARCHED, ...range }: Pick<PageRequest, 'after'> & IdRange & { most?: number },
): Promise<IdRange & { stop: string | null }> {
  const unfiltered = { ...filter, check: null }
  const end = await newestFirst(db.selectFrom('transactions').select('id'), unfiltered, { ...range, limit: 0 })
    .offset(most - 1)
    .executeTakeFirst()
  return { from: end?.id ?? range.from, before: range.before, stop: end?.id ?? null }
}

/** Whether a query searches row by row. A rare status needs a search, too. */
export const isSearch = ({ status, ...search }: SearchFilters & { status?: string | undefined }): boolean =>
  status !== undefined || checksOf(search).length > 0

/** Adds the search filters to what an index finds. */
export function withSearch(filter: IndexedFilter, search: SearchFilters): IndexedFilter {
  const checks = [...(filter.check === null ? [] : [filter.check]), ...checksOf(search)]
  return { ...filter, check: checks.length === 0 ? null : sql<SqlBool>`${sql.join(checks, sql` and `)}` }
}

const checksOf = (search: SearchFilters): RawBuilder<SqlBool>[] => [
  ...(search.minAmount === undefined ? [] : [sql<SqlBool>`amount >= ${search.minAmount}`]),
  ...(search.maxAmount === undefined ? [] : [sql<SqlBool>`amount <= ${search.maxAmount}`]),
  ...(search.merchant === undefined ? [] : [named(search.merchant)]),
  ...(search.reason === undefined ? [] : [declinedFor(search.reason)]),
  ...(search.merchantName === undefined ? [] : [sql<SqlBool>`${trimmedName} = ${search.merchantName.trim()}`]),
  ...(search.mcc === undefined ? [] : [sql<SqlBool>`merchant ->> 'mcc' = ${search.mcc}`]),
  ...(search.without === undefined ? [] : [lacks[search.without]]),
  ...(search.summed === undefined ? [] : [counted[search.summed]]),
]

/** The characters that `trim` of JavaScript removes. The sums of spend have merchants' names without them. */
const BLANKS =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const trimmedName = sql<string>`coalesce(btrim(merchant ->> 'name', ${BLANKS}), '')`

const lacks: Readonly<Record<NonNullable<SearchFilters['without']>, RawBuilder<SqlBool>>> = {
  agent: sql<SqlBool>`agent_id is null`,
  merchant: sql<SqlBool>`${trimmedName} = ''`,
  category: sql<SqlBool>`coalesce(merchant ->> 'mcc', '') = ''`,
}

/** The conditions for transactions that the sums of spend count. No sum counts a credit. */
const counted: Readonly<Record<NonNullable<SearchFilters['summed']>, RawBuilder<SqlBool>>> = {
  approved: sql<SqlBool>`decision = 'approve' and type <> 'credit'`,
  declined: sql<SqlBool>`decision = 'decline' and type <> 'credit'`,
}

/** Only ASCII characters are compared without case: for others databases differ. */
const named = (fragment: string) =>
  sql<SqlBool>`strpos(lower((merchant ->> 'name') collate "C"), lower(${fragment}::text collate "C")) > 0`

const declinedFor = (code: DeclineCode) =>
  sql<SqlBool>`decision = 'decline' and reasons::jsonb @> ${JSON.stringify([{ code }])}::jsonb`
