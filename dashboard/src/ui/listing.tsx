import { type UseInfiniteQueryOptions, type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../api/pages.ts'
import { Button } from './button.tsx'
import { LimitsOf } from './list/limits-of.tsx'
import { Failure, Loading } from './states.tsx'
import { type Column, Table } from './table.tsx'

type Query<T> = UseInfiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>>, QueryKey, string | undefined>

interface ListingProps<T> {
  query: Query<T>
  caption: string
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  href?: (row: T) => string
  /** Shown where the list has nothing. */
  empty: ReactNode
  /** The id of a row whose tightest limit a column shows; null where it shows none. */
  limitId?: (row: T) => string | null
}

/** A list of the API as a table: its shape while it loads, what to do where it is empty, more on demand. */
export function Listing<T>({ query, empty, limitId, ...table }: ListingProps<T>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  if (data === undefined) {
    return (
      <div className="p-5">
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading lines={6} />}
      </div>
    )
  }
  const rows = data.pages.flatMap((page) => page.data)
  if (rows.length === 0 && !hasNextPage) return <>{empty}</>
  return (
    <>
      {rows.length > 0 ? (
        <LimitsOf pages={limitId === undefined ? [] : data.pages.map((page) => page.data.map(limitId).filter(isId))}>
          <Table rows={rows} {...table} />
        </LimitsOf>
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

const isId = (id: string | null): id is string => id !== null
