import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'

export interface PageRequest {
  /** Rows to show. One more is read, to know whether there are more. */
  readonly limit: number
  /** Where the page before ended: the id of the last row that was shown. */
  readonly after: string | null
}

/**
 * Newest first, after a row: an id begins with the moment of its row. A position is a row's own key and not a count, so that rows
 * added meanwhile neither repeat nor hide one.
 */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  const ordered = query.orderBy(sql`id`, 'desc').limit(page.limit + 1)
  return page.after === null ? ordered : ordered.where(sql<SqlBool>`id < ${page.after}`)
}
