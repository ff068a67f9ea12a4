import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** A row that falls due at `expiresAt`, in Unix milliseconds. Rows of the same time are ordered by id. */
export interface ExpiringRow {
  readonly id: string
  readonly expiresAt: number | null
}

/** Makes the SQL condition for the rows that fall due after the given row, in the order of (`expires_at`, `id`). Null: all rows. */
export const isAfterDueRowSql = (after: ExpiringRow | null): RawBuilder<SqlBool> =>
  after === null ? sql<SqlBool>`true` : sql<SqlBool>`(expires_at, id) > (${after.expiresAt}, ${after.id})`

/**
 * Reads rows that are due page by page, each page after the last row of the page before. So a row that the caller leaves unchanged is read
 * only once, and the rows after it are reached.
 */
export async function* pagesOfExpiringRows<Row extends ExpiringRow>(
  select: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null = null; ;) {
    const page: readonly Row[] = await select(last)
    last = page.at(-1) ?? null
    if (last === null) return
    yield page
  }
}
