import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { type TableColumn, Table } from '../../ui/table.tsx'

interface RelatedProps<T> {
  title: string
  queryKey: QueryKey
  load: (signal: AbortSignal) => Promise<{ data: T[]; hasMore: boolean }>
  columns: readonly TableColumn<T>[]
  rowKey: (row: T) => string
  href?: (row: T) => string
  /** The address of the page with the complete list of these cards, purchases and so on. */
  all?: string
  action?: ReactNode
  empty: string
}

/** The newest cards, purchases and so on that belong to a resource, with a link to all of them. */
export function RelatedResources<T>({ title, queryKey, load, all, action, empty, ...table }: RelatedProps<T>) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal).then((page) => ({ data: page.data, hasMore: page.hasMore })),
  })
  const count = data && `${formatCount(data.data.length)}${data.hasMore ? '+' : ''}`
  const isEmpty = data?.data.length === 0
  return (
    <PageSection
      title={count === undefined || isEmpty ? title : `${title} (${count})`}
      flush
      action={
        <div className="flex gap-2">
          {action}
          {all && !isEmpty && (
            <ButtonLink size="small" look="ghost" to={all} aria-label={`All ${title.toLowerCase()}`}>
              All
            </ButtonLink>
          )}
        </div>
      }
    >
      {data === undefined ? (
        <div className="p-5">
          {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={3} />}
        </div>
      ) : isEmpty ? (
        <p className="px-5 py-6 text-quiet">{empty}</p>
      ) : (
        <Table caption={title} rows={data.data} {...table} />
      )}
    </PageSection>
  )
}
