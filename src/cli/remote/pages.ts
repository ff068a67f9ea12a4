import type { ListPage } from '../../contract/operation.ts'
import { OperatorError } from '../../app/operator-error.ts'

export type ListPageQuery = Record<string, string | number>

interface Extent {
  /** How many entries of the list the command shows at most. Infinity: all. */
  readonly limit: number
  readonly cursor: string | null
  readonly filters: Record<string, string>
  /** The statuses of which a list's entry has to have one to be shown. Empty: any status. */
  readonly statuses: readonly string[]
}

/** The most entries of a page of the API. */
const MOST_OF_A_PAGE = 100

/**
 * The newest entries of a list, over as many pages as they need. The API filters by one status at a time, so several statuses are as many
 * lists, merged by id: ids begin with their time.
 */
export async function newestItemsOfApiList<T extends { id: string }>(
  load: (query: ListPageQuery) => Promise<ListPage<T>>,
  { limit, cursor, filters, statuses }: Extent,
): Promise<ListPage<T>> {
  if (statuses.length < 2) {
    const [status] = statuses
    return pagesOf(load, { ...filters, ...(status === undefined ? {} : { status }) }, { limit, cursor })
  }
  if (cursor !== null) throw new OperatorError('--cursor continues a list of one status. Give one --status, or --all.')
  const lists: ListPage<T>[] = []
  for (const status of statuses) lists.push(await pagesOf(load, { ...filters, status }, { limit, cursor }))
  const merged = lists.flatMap(({ data }) => data).toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return {
    data: merged.slice(0, limit),
    nextCursor: null,
    hasMore: merged.length > limit || lists.some(({ hasMore }) => hasMore),
  }
}

async function pagesOf<T>(
  load: (query: ListPageQuery) => Promise<ListPage<T>>,
  filters: ListPageQuery,
  { limit, cursor }: Pick<Extent, 'limit' | 'cursor'>,
): Promise<ListPage<T>> {
  const data: T[] = []
  let next = cursor
  for (;;) {
    const size = Math.min(MOST_OF_A_PAGE, limit - data.length)
    const page = await load({ ...filters, limit: size, ...(next === null ? {} : { cursor: next }) })
    data.push(...page.data)
    next = page.nextCursor
    // A page may have fewer entries than the request wanted. Up to the size of one page, one request is enough: the cursor leads on.
    if (next === null || limit <= MOST_OF_A_PAGE || data.length >= limit) {
      return { data, nextCursor: next, hasMore: next !== null }
    }
  }
}
