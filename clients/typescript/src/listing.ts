import { keepRequestId, requestIdOf } from './attempt.ts'
import type { ApiRequest, Send } from './send.ts'
import type { Page } from './types.ts'

/**
 * A list: awaited, its first page; iterated, every item of this and the following pages, newest first.
 * Leave the loop with `break` and no further page is asked for.
 */
export interface Listing<T> extends Promise<Page<T>>, AsyncIterable<T> {
  /** Iterates over the list's pages instead of its items, from the first page on. */
  pages(): AsyncIterable<Page<T>>
  /** All items of all pages in one array, `most` of them at most: a long list needs as much memory. */
  toArray(options?: { most?: number }): Promise<T[]>
}

export function listing<T>(send: Send, request: ApiRequest): Listing<T> {
  const first = send<Page<T>>(request).then(withRequestIds)
  const pages = () => everyPage(send, request, first)
  const items = () => everyItem(pages())
  return Object.assign(first, {
    [Symbol.asyncIterator]: items,
    pages,
    toArray: ({ most = Infinity }: { most?: number } = {}) => collected(items(), most),
  })
}

async function* everyPage<T>(send: Send, request: ApiRequest, first: Promise<Page<T>>): AsyncGenerator<Page<T>, void> {
  for (let page = await first; ;) {
    yield page
    if (page.nextCursor === null) return
    page = withRequestIds(await send<Page<T>>({ ...request, query: { ...request.query, cursor: page.nextCursor } }))
  }
}

async function* everyItem<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void> {
  for await (const page of pages) yield* page.data
}

async function collected<T>(items: AsyncIterable<T>, most: number): Promise<T[]> {
  if (!(most > 0)) throw new TypeError(`toArray: most is ${String(most)}. It is a number of items, 1 or more.`)
  const found: T[] = []
  for await (const item of items) {
    found.push(item)
    if (found.length >= most) break
  }
  return found
}

function withRequestIds<T>(page: Page<T>): Page<T> {
  for (const item of page.data) keepRequestId(item, requestIdOf(page))
  return page
}
