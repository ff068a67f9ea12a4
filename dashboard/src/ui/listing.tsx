import { type UseInfiniteQueryOptions, type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../api/pages.ts'
import { Button } from './button.tsx'
import { Failure } from './states.tsx'
import { type Column, LoadingTable, Table } from './table.tsx'

type Query<T> = UseInfiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>>, QueryKey, string | undefined>

interface ListingProps<T> {
  query: Query<T>
  caption: string
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  href?: (row: T) => string
  /** Shown where the list has nothing. */
  empty: ReactNode
}

/** A list of the API as a table: its shape while it loads, what to do where it is empty, more on demand. */
export function Listing<T>({ query, empty, ...table }: ListingProps<T>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  if (data === undefined) {
    if (!error) return <LoadingTable columns={table.columns} />
    return (
      <div className="p-5">
        <Failure error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0 && !hasNextPage) return <>{empty}</>
  return (
    <>
      {rows.length > 0 ? (
        <Table rows={rows} {...table} />
      ) : (
        <p className="px-6 pt-8 pb-4 text-center text-quiet">
          There are no matches among the newest entries. Search the older ones.
        </p>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
