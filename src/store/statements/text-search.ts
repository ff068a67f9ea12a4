import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Found } from './filters.ts'
import { newestFirst, type IdRange, type Loaded, type PageRequest } from './keyset.ts'
import type { Tables } from '../rows/tables.ts'

/** Customers, agents, cards or people that one search looks through: all of most accounts, in some hundredths of a second. */
export const LOOKED_THROUGH = 10_000

/** A word of a text is found anywhere in what is looked at. Letters of ASCII alone have a case that every database knows. */
export const wordsOf = (text: string): string[] =>
  asciiLower(text)
    .split(/\s+/)
    .filter((word) => word !== '')

export const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

type Lists = 'customers' | 'agents' | 'cards' | 'people'

/**
 * Those of a list in which each word of a text is somewhere in `seen`; all of them where there is no text. No index finds a part of a
 * word on every server, so that a search looks row by row, through so many and no more: `stoppedAt` is where it ended. By ids, and not by
 * a count: what is added meanwhile is looked at too.
 */
export async function searched<Table extends Lists, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  found: Found,
  { search, seen, ...page }: PageRequest & { search?: string | undefined; seen: RawBuilder<string> },
): Promise<Loaded<Row>> {
  if (search === undefined) return newestFirst(query, found, page).execute()
  const walked = query.clearSelect().select(sql<string>`id`.as('id'))
  const end = await newestFirst(walked, { ...found, looking: null }, { ...page, limit: 0 })
    .offset(LOOKED_THROUGH - 1)
    .executeTakeFirst()
  const range: IdRange = { from: end?.id }
  const rows = await newestFirst(query, holding(found, seen, search), { ...page, ...range }).execute()
  return rows.length > page.limit ? rows : { rows, stoppedAt: end?.id ?? null }
}

function holding(found: Found, seen: RawBuilder<string>, search: string): Found {
  const parts = wordsOf(search).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const holds = sql<SqlBool>`lower((${seen}) collate "C") like all (${parts}::text[])`
  return { ...found, looking: found.looking === null ? holds : sql<SqlBool>`${found.looking} and ${holds}` }
}
