import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

export interface ListPage<T> {
  readonly data: T[]
  readonly nextCursor: string | null
  /** True if a list in another order than the API's has only its newest rows sorted, because it is too long. */
  readonly isPartial?: boolean
}

/** A list that is read page by page, newest first: `load` gets the cursor of the page, undefined for the first. */
export const listPagesQuery = <T>(queryKey: QueryKey, load: (cursor: string | undefined) => Promise<ListPage<T>>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
