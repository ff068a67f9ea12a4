import { sql, type SqlBool } from 'kysely'
import type { DeclineCode } from '../../contract/decisions.ts'
import type { Db } from '../connection/db.ts'
import type { IndexedFilter } from '../statements/filters.ts'
import { newestFirst, type IdRange, type PageRequest } from '../statements/keyset.ts'

/** Filters without an index: they are compared row by row with the transactions that another filter or the account finds. */
export interface SearchFilters {
  /** Some of the merchant's name. ASCII characters are compared without case. */
  readonly merchant?: string | undefined
  /** Cents, inclusive. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  /** One of the reasons of a decline. */
  readonly reason?: DeclineCode | undefined
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
export const isSearch = ({
  merchant,
  minAmount,
  maxAmount,
  reason,
  status,
}: SearchFilters & { status?: string | undefined }): boolean =>
  [merchant, minAmount, maxAmount, reason, status].some((filter) => filter !== undefined)

/** Adds the search filters to what an index finds. */
export function withSearch(
  filter: IndexedFilter,
  { merchant, minAmount, maxAmount, reason }: SearchFilters,
): IndexedFilter {
  const checks = [
    ...(filter.check === null ? [] : [filter.check]),
    ...(minAmount === undefined ? [] : [sql<SqlBool>`amount >= ${minAmount}`]),
    ...(maxAmount === undefined ? [] : [sql<SqlBool>`amount <= ${maxAmount}`]),
    ...(merchant === undefined ? [] : [named(merchant)]),
    ...(reason === undefined ? [] : [declinedFor(reason)]),
  ]
  return { ...filter, check: checks.length === 0 ? null : sql<SqlBool>`${sql.join(checks, sql` and `)}` }
}

/** Only ASCII characters are compared without case: for others databases differ. */
const named = (fragment: string) =>
  sql<SqlBool>`strpos(lower((merchant ->> 'name') collate "C"), lower(${fragment}::text collate "C")) > 0`

const declinedFor = (code: DeclineCode) =>
  sql<SqlBool>`decision = 'decline' and reasons::jsonb @> ${JSON.stringify([{ code }])}::jsonb`
