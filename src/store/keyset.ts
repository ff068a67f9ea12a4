import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'

/** Where a page ended: the last row that was shown. */
export interface Position {
  readonly createdAt: number
  readonly id: string
}

export interface PageRequest {
  /** Rows to show. One more is read, to know whether there are more. */
  readonly limit: number
  readonly after: Position | null
}

/**
 * Newest first by (created_at, id), after a position. A position is a row's own key and not a count, so that rows added
 * meanwhile neither repeat nor hide one.
 */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  const ordered = query
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(page.limit + 1)
  return page.after === null
    ? ordered
    : ordered.where(sql<SqlBool>`(created_at, id) < (${page.after.createdAt}, ${page.after.id})`)
}

/** Equality on every column that is given: the filters of a list. `Row` is the table's, so that a misspelt column shows. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type is for the caller to name
export function matching<Row>(filters: { [Column in keyof Row & string]?: string | undefined }): RawBuilder<SqlBool> {
  const terms = Object.entries(filters).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`],
  )
  return terms.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(terms, sql` and `)}`
}
