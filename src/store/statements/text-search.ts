import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { IndexedFilter } from './filters.ts'
import { newestFirst, type IdRange, type Loaded, type PageRequest } from './keyset.ts'
import type { Tables } from '../rows/tables.ts'

/** How many customers, agents, cards or people one search compares. That is all of most accounts, and takes some hundredths of a second. */
export const MOST_SEARCHED = 10_000

/**
 * The words of a search. A row matches where it contains each of them. Only ASCII characters are compared without case: for others
 * databases differ.
 */
export const wordsOf = (text: string): string[] =>
  asciiLower(text)
    .split(/\s+/)
    .filter((word) => word !== '')

export const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (character) => character.toLowerCase())

type Lists = 'customers' | 'agents' | 'cards' | 'people'

/**
 * The rows of a list that contain each word of a search somewhere in the columns `seen`, or all rows without a search. No index on every server finds
 * some of a word, so a search compares row by row, up to a limit: `stoppedAt` is the id at which it ended. The range has ids instead of a
 * count, so that rows added meanwhile are compared, too.
 */
export async function searched<Table extends Lists, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  filter: IndexedFilter,
  { search, searchText, ...page }: PageRequest & { search?: string | undefined; searchText: RawBuilder<string> },
): Promise<Loaded<Row>> {
  if (search === undefined) return newestFirst(query, filter, page).execute()
  const ids = query.clearSelect().select(sql<string>`id`.as('id'))
  const end = await newestFirst(ids, { ...filter, check: null }, { ...page, limit: 0 })
    .offset(MOST_SEARCHED - 1)
    .executeTakeFirst()
  const range: IdRange = { from: end?.id }
  const rows = await newestFirst(query, containing(filter, searchText, search), { ...page, ...range }).execute()
  return rows.length > page.limit ? rows : { rows, stoppedAt: end?.id ?? null }
}

function containing(filter: IndexedFilter, searchText: RawBuilder<string>, search: string): IndexedFilter {
  const patterns = wordsOf(search).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const condition = sql<SqlBool>`lower((${searchText}) collate "C") like all (${patterns}::text[])`
  return { ...filter, check: filter.check === null ? condition : sql<SqlBool>`${filter.check} and ${condition}` }
}
