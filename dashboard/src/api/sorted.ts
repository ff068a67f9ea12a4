import { purser } from './client.ts'
import { idsPerBudgetRequest } from './budgets.ts'
import { type ListPage, listPagesQuery } from './pages.ts'
import type { QueryKey } from '@tanstack/react-query'

/** The most rows that are read to sort a list by name or by use. The API itself sorts by creation only. */
export const MOST_SORTED_LIST_ROWS = 500

export type SortOrder = 'newest' | 'name' | 'used'

export const isSortOrder = (text: string | undefined): text is SortOrder => text === 'name' || text === 'used'

interface Listed<T> {
  readonly queryKey: QueryKey
  readonly list: (page: { limit: number; cursor?: string }) => Promise<ListPage<T>>
  readonly nameOf: (row: T) => string
}

/**
 * The query of a list. Newest first, it is read page by page; in another order, its newest rows (at most `MOST_SORTED_LIST_ROWS`) are read and
 * sorted as one page.
 */
export const sortedListQuery = <T extends { id: string }>({ queryKey, list, nameOf }: Listed<T>, sort: SortOrder) =>
  sort === 'newest'
    ? listPagesQuery(queryKey, (cursor) => list({ limit: 50, ...(cursor !== undefined && { cursor }) }))
    : listPagesQuery([...queryKey, sort], async () => {
        const { rows, isPartial } = await newest(list)
        const shares = sort === 'used' ? await sharesUsed(rows.map(({ id }) => id)) : new Map<string, number>()
        const byUse = (one: T, other: T) => (shares.get(other.id) ?? -1) - (shares.get(one.id) ?? -1)
        const byName = (one: T, other: T) => nameOf(one).localeCompare(nameOf(other), undefined, { numeric: true })
        const data = rows.toSorted((one, other) => byUse(one, other) || byName(one, other))
        return { data, nextCursor: null, ...(isPartial && { isPartial }) }
      })

async function newest<T>(list: Listed<T>['list']) {
  const rows: T[] = []
  let cursor: string | null | undefined
  // A page of a search may be empty although further pages are not.
  for (
    let pages = 0;
    pages < 2 * (MOST_SORTED_LIST_ROWS / 100) && rows.length < MOST_SORTED_LIST_ROWS && cursor !== null;
    pages += 1
  ) {
    const page = await list({ limit: 100, ...(cursor !== undefined && { cursor }) })
    rows.push(...page.data)
    cursor = page.nextCursor
  }
  return { rows: rows.slice(0, MOST_SORTED_LIST_ROWS), isPartial: cursor !== null }
}

/** The used share (1: all of it) of the tightest limit of each of these customers, agents or cards. Those without a limit have no entry. */
async function sharesUsed(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const shares = new Map<string, number>()
  for (const some of idsPerBudgetRequest(ids)) {
    const { data } = await purser.stats.budgets({ ids: some.join(','), limit: some.length })
    for (const { id, spent, limit } of data) shares.set(id, limit === 0 ? 1 : spent / limit)
  }
  return shares
}
