import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { listPagesQuery, type ListPage } from '../../dashboard/src/api/pages.ts'
import { reloadQueries } from '../../dashboard/src/api/reload-queries.ts'

interface Asked {
  readonly cursor: string | undefined
  readonly answer: (page: ListPage<string>) => void
  readonly fail: (error: Error) => void
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
afterEach(() => client.clear())

/** A list on the screen with its first page, whose next requests the test answers. */
async function shownList() {
  const asked: Asked[] = []
  const list = new InfiniteQueryObserver(
    client,
    listPagesQuery<string>(
      ['cards', 'list'],
      (cursor) => new Promise((answer, fail) => asked.push({ cursor, answer, fail })),
    ),
  )
  list.subscribe(() => {})
  asked[0]?.answer({ data: ['new'], nextCursor: 'next' })
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
  return { asked, list }
}
const rowsOf = ({ list }: Awaited<ReturnType<typeof shownList>>) =>
  list.getCurrentResult().data?.pages.flatMap((page) => page.data)

it('adds the page that somebody asked for before it asks again for what changed meanwhile', async () => {
  const shown = await shownList()
  const { asked, list } = shown
  void list.fetchNextPage()
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'next'])
  const refreshed = reloadQueries(client, { queryKey: ['cards'] })
  asked[1]?.answer({ data: ['old'], nextCursor: null })
  await expect.poll(() => asked.length).toBe(3)
  expect(rowsOf(shown)).toEqual(['new', 'old'])
  asked[2]?.answer({ data: ['newer'], nextCursor: 'next' })
  await expect.poll(() => asked.length).toBe(4)
  asked[3]?.answer({ data: ['new', 'old'], nextCursor: null })
  await refreshed
  expect(rowsOf(shown)).toEqual(['newer', 'new', 'old'])
})

it('asks again for a list whose next page failed', async () => {
  const shown = await shownList()
  const { asked, list } = shown
  void list.fetchNextPage()
  const refreshed = reloadQueries(client)
  asked[1]?.fail(new Error('unreachable'))
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.answer({ data: ['newer'], nextCursor: null })
  await refreshed
  expect(rowsOf(shown)).toEqual(['newer'])
})
