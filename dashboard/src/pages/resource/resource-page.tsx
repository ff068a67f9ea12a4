import type { UseQueryResult } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { PageLayout } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'

interface RecordProps<T> {
  /** The type of the resource for the error that it does not exist: `Card`. */
  kind: string
  query: UseQueryResult<T>
  children: (record: T) => ReactNode
}

/** The page of one resource: a placeholder while it loads, and an error if it does not exist. */
export function ResourcePage<T>({ kind, query: { data, error, refetch }, children }: RecordProps<T>) {
  if (data !== undefined) return children(data)
  if (error instanceof PurserError && error.status === 404) {
    return (
      <PageLayout title={`No such ${kind.toLowerCase()}`}>
        <EmptyState title={`There is no ${kind.toLowerCase()} with this id, or it was deleted.`}>
          <ButtonLink to={`/${kind.toLowerCase()}s`}>All {kind.toLowerCase()}s</ButtonLink>
        </EmptyState>
      </PageLayout>
    )
  }
  return (
    <PageLayout title={kind}>
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={8} />}
    </PageLayout>
  )
}

interface LayoutProps {
  /** The description of the resource and its budget, side by side. */
  top: ReactNode
  /** The section below the top, over the whole width of the page. */
  middle: ReactNode
  /** The activity of the resource, beside its changes (`aside`). */
  main: ReactNode
  aside: ReactNode
}

/** The layout of a resource's page. On narrow screens all sections are one below the other. */
export const ResourcePageLayout = ({ top, middle, main, aside }: LayoutProps) => (
  <>
    <div className="grid items-start gap-6 *:min-w-0 md:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {top}
    </div>
    {middle}
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">{main}</div>
      <div className="grid min-w-0 gap-6">{aside}</div>
    </div>
  </>
)
