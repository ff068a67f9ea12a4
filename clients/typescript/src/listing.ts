import type { ApiRequest, Send } from './send.ts'
import type { Page } from './types.ts'

/**
 * A list: awaited, its first page; iterated, every item of this and the following pages, newest first.
 * Leave the loop with `break` and no further page is asked for.
 */
export interface Listing<T> extends Promise<Page<T>>, AsyncIterable<T> {}

export function listing<T>(send: Send, request: ApiRequest): Listing<T> {
  const first = send<Page<T>>(request)
  return Object.assign(first, { [Symbol.asyncIterator]: () => everyItem(send, request, first) })
}

async function* everyItem<T>(send: Send, request: ApiRequest, first: Promise<Page<T>>): AsyncGenerator<T, void> {
  for (let page = await first; ;) {
    yield* page.data
    if (page.nextCursor === null) return
    page = await send<Page<T>>({ ...request, query: { ...request.query, cursor: page.nextCursor } })
  }
}
