import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { IndexedListFilter } from './filters.ts'

export interface ListPageRequest {
  /** How many rows a page of a list shows. One more row is read, to find out whether there are more. */
  readonly limit: number
  /** The id of the last row of the list's page before. Null: this is the first page. */
  readonly after: string | null
}

/** The rows of a list. If a search stopped before the list's end, `stoppedAt` is the id of the last row that it compared. */
export type LoadedListPage<Row> = Row[] | { readonly rows: Row[]; readonly stoppedAt: string | null }

/** Replaces the loaded rows of a list by what `read` makes of all of them together, such as rows with further fields. */
export async function mapRowsOfListPage<Row, Whole>(
  loaded: LoadedListPage<Row>,
  read: (rows: readonly Row[]) => Whole[] | Promise<Whole[]>,
): Promise<LoadedListPage<Whole>> {
  if (Array.isArray(loaded)) return read(loaded)
  return { rows: await read(loaded.rows), stoppedAt: loaded.stoppedAt }
}

/** A range of a list's ids: `from` is inclusive, `before` exclusive. An id begins with the time of its row. */
export interface IdRange {
  readonly from?: string | undefined
  readonly before?: string | undefined
}

const BEFORE_ALL = ''
const AFTER_ALL = '~'

/**
 * An SQL condition for the rows of one owner, such as a card, that are read in the order of `indexed` and `id`. It compares with an array
 * of one element, so that only the index by these two gives the rows without sorting. With an equality instead, PostgreSQL could read the
 * primary key in its order, with the rows of all other owners, if its statistics say that one owner has nearly all rows.
 */
export const rowsOfOneOwnerSql = (
  indexed: RawBuilder<string>,
  value: string | RawBuilder<string>,
): RawBuilder<SqlBool> => sql<SqlBool>`${indexed} = any(array[${value}])`

/**
 * Lists rows, newest first. A page begins after an id, not after a count, so that rows that are added meanwhile neither repeat nor hide a
 * row. The range of ids has both ends: with one of them, PostgreSQL would read the index from its newest row on.
 */
export function listRowsNewestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { indexed, value, check }: IndexedListFilter,
  page: ListPageRequest & IdRange,
): SelectQueryBuilder<DB, TB, O> {
  const first = page.from ?? BEFORE_ALL
  const end = lesser(page.after ?? AFTER_ALL, page.before ?? AFTER_ALL)
  return query
    .where(sql<SqlBool>`${rowsOfOneOwnerSql(indexed, value)} and id >= ${first} and id < ${end}`)
    .$if(check !== null, (all) => all.where(check as RawBuilder<SqlBool>))
    .orderBy(indexed, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(page.limit + 1)
}

const lesser = (a: string, b: string): string => (a < b ? a : b)
