import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Found } from './filters.ts'

export interface PageRequest {
  /** Rows to show. One more is read, to know whether there are more. */
  readonly limit: number
  /** Where the page before ended: the id of the last row that was shown. */
  readonly after: string | null
}

/** Rows of a list; or those of a search that stops before the list's end, and the id of the last row that it looked at. */
export type Loaded<Row> = Row[] | { readonly rows: Row[]; readonly stoppedAt: string | null }

/** Ids between which the rows of a list are: from the first on, before the second. An id begins with the moment of its row. */
export interface IdRange {
  readonly from?: string | undefined
  readonly before?: string | undefined
}

const BEFORE_ALL = ''
const AFTER_ALL = '~'

/**
 * Newest first, after a row. A position is a row's own key and not a count, so that rows added meanwhile neither repeat nor hide
 * one. The filter is a list of one entry and a part of the order: only the index that is meant can answer this without sorting, from
 * the id on where the page begins. As an equality it would leave the order to the primary key, which walks through all that others
 * have wherever statistics say that one account has nearly everything; as a range, the index would be walked from its newest row.
 */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { finding, value, looking }: Found,
  page: PageRequest & IdRange,
): SelectQueryBuilder<DB, TB, O> {
  const first = page.from ?? BEFORE_ALL
  const end = lesser(page.after ?? AFTER_ALL, page.before ?? AFTER_ALL)
  return query
    .where(sql<SqlBool>`${finding} = any(array[${value}]) and id >= ${first} and id < ${end}`)
    .$if(looking !== null, (all) => all.where(looking as RawBuilder<SqlBool>))
    .orderBy(finding, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(page.limit + 1)
}

const lesser = (a: string, b: string): string => (a < b ? a : b)
