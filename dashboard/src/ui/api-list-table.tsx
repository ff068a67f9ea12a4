import { type UseInfiniteQueryOptions, type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListPage } from '../api/pages.ts'
import { formatCount } from '../lib/format.ts'
import { useRowSelection } from '../lib/use-selection.ts'
import { Button } from './button.tsx'
import { RowLimitsProvider } from './list/row-limits-provider.tsx'
import { SelectionBar } from './list/selection-bar.tsx'
import { useRowShortcuts } from './list/use-row-shortcuts.ts'
import { FailureNotice } from './states.tsx'
import { type TableColumn, LoadingTable, Table } from './table.tsx'

type Query<T> = UseInfiniteQueryOptions<ListPage<T>, Error, InfiniteData<ListPage<T>>, QueryKey, string | undefined>

interface ListingProps<T> {
  query: Query<T>
  caption: string
  columns: readonly TableColumn<T>[]
  rowKey: (row: T) => string
  href?: (row: T) => string
  isDense?: boolean
  groupOf?: (row: T) => string
  /** Drawn instead of the table if the list is empty. */
  empty: ReactNode
  /** Returns the id of the customer, agent or card whose tightest limit a column shows. Null: the row shows none. */
  limitId?: (row: T) => string | null
  /** How rows are selected: the name of each row, and the actions on the selected ones. Undefined: rows cannot be selected. */
  select?: Select<T> | undefined
}

interface Select<T> {
  readonly label: (row: T) => string
  /** The buttons of the selection bar. `onDone` gets the ids of the rows to deselect. */
  readonly actions: (rows: readonly T[], onDone: (ids: readonly string[]) => void) => ReactNode
}

/** A list of the API as a table, with a placeholder while it loads, a text if it is empty, and a button for further pages. */
export function ApiListTable<T>({ query, empty, limitId, select, ...table }: ListingProps<T>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const rows = data?.pages.flatMap((page) => page.data) ?? []
  const selection = useRowSelection(rows.map(table.rowKey))
  useRowShortcuts(select && selection)
  if (data === undefined) {
    if (!error) return <LoadingTable columns={table.columns} />
    return (
      <div className="p-5">
        <FailureNotice error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return (
    <>
      {rows.length === 0 ? (
        hasNextPage ? (
          <p className="px-6 pt-8 pb-4 text-center text-quiet">
            There are no matches among the newest entries. Search the older ones.
          </p>
        ) : (
          empty
        )
      ) : (
        <RowLimitsProvider
          pages={limitId === undefined ? [] : data.pages.map((page) => page.data.map(limitId).filter(isId))}
        >
          <Table rows={rows} selection={select && { of: selection, label: select.label }} {...table} />
        </RowLimitsProvider>
      )}
      {data.pages.some(({ isPartial }) => isPartial) && (
        <p className="border-t border-line px-5 py-3 text-sm text-quiet">
          There are more: these are the newest {formatCount(rows.length)}, in this order.
        </p>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {select && (
        <SelectionBar selection={selection}>
          {select.actions(
            rows.filter((row) => selection.ids.has(table.rowKey(row))),
            selection.drop,
          )}
        </SelectionBar>
      )}
    </>
  )
}

const isId = (id: string | null): id is string => id !== null
