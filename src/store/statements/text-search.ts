import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { IndexedListFilter } from './filters.ts'
import { listRowsNewestFirst, type IdRange, type LoadedListPage, type ListPageRequest } from './keyset.ts'

/**
 * The most customers, agents, cards or people that one search compares. These are all rows of most accounts. It takes some hundredths of a
 * second.
 */
export const MOST_ROWS_OF_TEXT_SEARCH = 10_000

/**
 * Splits a search into its words. A row matches if it contains each of them. Only ASCII characters are compared without case, because
 * databases differ in the case of others.
 */
export const splitSearchIntoWords = (text: string): string[] =>
  asciiLower(text)
    .split(/\s+/)
    .filter((word) => word !== '')

export const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (character) => character.toLowerCase())

/**
 * Lists the rows of a list whose `searchText` contains each word of a search, or all rows if there is no search. No index that every server
 * has can find part of a word, so a search compares row by row, up to `MOST_ROWS_OF_TEXT_SEARCH`: `stoppedAt` is the id at which it ended. The range
 * that is compared is bounded by an id and not by a count, so that rows that are added meanwhile are compared, too.
 */
export async function searchListRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  filter: IndexedListFilter,
  { search, searchText, ...page }: ListPageRequest & { search?: string | undefined; searchText: RawBuilder<string> },
): Promise<LoadedListPage<Row>> {
  if (search === undefined) return listRowsNewestFirst(query, filter, page).execute()
  const ids = query.clearSelect().select(sql<string>`id`.as('id'))
  const last = listRowsNewestFirst(ids, { ...filter, check: null }, { ...page, limit: 0 }).offset(
    MOST_ROWS_OF_TEXT_SEARCH - 1,
  )
  const end = (await last.executeTakeFirst()) as { id: string } | undefined
  const range: IdRange = { from: end?.id }
  const rows = await listRowsNewestFirst(query, containing(filter, searchText, search), { ...page, ...range }).execute()
  return rows.length > page.limit ? rows : { rows, stoppedAt: end?.id ?? null }
}

function containing(filter: IndexedListFilter, searchText: RawBuilder<string>, search: string): IndexedListFilter {
  const patterns = splitSearchIntoWords(search).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const condition = sql<SqlBool>`lower((${searchText}) collate "C") like all (${patterns}::text[])`
  return { ...filter, check: filter.check === null ? condition : sql<SqlBool>`${filter.check} and ${condition}` }
}
