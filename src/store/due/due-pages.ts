import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** A row that falls due: by its time, and by its id among those of one time. */
export interface Due {
  readonly id: string
  readonly expiresAt: number | null
}

/** Of rows in the order of (`expires_at`, `id`), those that come after one. */
export const afterDue = (after: Due | null): RawBuilder<SqlBool> =>
  after === null ? sql<SqlBool>`true` : sql<SqlBool>`(expires_at, id) > (${after.expiresAt}, ${after.id})`

/**
 * Rows page by page, each page after the last row of the one before: what is left as it was is seen once, and keeps nothing
 * behind it from its turn.
 */
export async function* duePages<Row extends Due>(
  select: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | null = null; ;) {
    const page: readonly Row[] = await select(last)
    last = page.at(-1) ?? null
    if (last === null) return
    yield page
  }
}
