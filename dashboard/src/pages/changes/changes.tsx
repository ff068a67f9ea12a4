import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry, ListAuditQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { type useListFilters as UseFilters, useListFilters } from '../../lib/use-list-filters.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { auditEntriesByRequest } from '../../lib/change-words.ts'
import { AuditExportButton } from './export.tsx'
import { AuditHeadSection } from './head.tsx'
import { AuditOperationFilter } from './operation-filter.tsx'
import { AuditResourceFilter } from './resource-filter.tsx'
import { AuditActorFilter } from './actor-filter.tsx'

const FILTERS = ['actorId', 'resourceId', 'operation', 'createdAfter', 'createdBefore'] as const
type Name = (typeof FILTERS)[number]
type Filters = Partial<Record<Name, string>>

const auditQuery = (filters: ListAuditQuery) =>
  listPagesQuery<AuditEntry>(['audit', filters], (cursor) =>
    purser.audit.list({ limit: 50, ...filters, ...(cursor && { cursor }) }),
  )

/**
 * The first moment of a day, in the account's time zone, as the API takes it. `later` adds days: one more than the last day of the filter
 * is the end of the range.
 */
const startOf = (day: string, later = 0): string | undefined => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

function queryOf({ createdAfter, createdBefore, ...rest }: Filters): ListAuditQuery {
  const [after, before] = [createdAfter && startOf(createdAfter), createdBefore && startOf(createdBefore, 1)]
  return { ...rest, ...(after && { createdAfter: after }), ...(before && { createdBefore: before }) }
}

/** The audit trail: every change with its actor, its time, and the values before and after. */
export default function AuditChanges() {
  const filters = useListFilters(FILTERS)
  const maySee = useHasRole('admin', 'read')
  const asked = queryOf(filters.filters)
  if (!maySee) {
    return (
      <PageLayout title="Changes">
        <PageSection>
          <EmptyState title="Changes are for owners, admins and viewers.">Ask one of them.</EmptyState>
        </PageSection>
      </PageLayout>
    )
  }
  return (
    <PageLayout title="Changes" actions={<AuditExportButton filters={asked} />}>
      <FilterBar of={filters} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] *:min-w-0">
        <PageSection title="All changes" flush>
          <Acts asked={asked} isFiltered={filters.isFiltered} onClear={filters.clear} />
        </PageSection>
        <AuditHeadSection />
      </div>
    </PageLayout>
  )
}

function FilterBar({ of: { filters, set, clear, isFiltered } }: { of: ReturnType<typeof UseFilters<Name>> }) {
  return (
    <search className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(3,minmax(0,1fr))_auto_auto_auto]">
      <AuditActorFilter actorId={filters.actorId} set={(id) => set('actorId', id)} />
      <AuditOperationFilter operation={filters.operation} set={(operation) => set('operation', operation)} />
      <AuditResourceFilter resourceId={filters.resourceId} set={(id) => set('resourceId', id)} />
      <TextInput
        label="From"
        type="date"
        value={filters.createdAfter ?? ''}
        onChange={(event) => set('createdAfter', event.target.value)}
      />
      <TextInput
        label="To"
        type="date"
        value={filters.createdBefore ?? ''}
        onChange={(event) => set('createdBefore', event.target.value)}
      />
      <div className="self-end xl:pb-0">
        <Button onClick={clear} disabled={!isFiltered}>
          Clear
        </Button>
      </div>
    </search>
  )
}

interface ActsProps {
  asked: ListAuditQuery
  isFiltered: boolean
  onClear: () => void
}

function Acts({ asked, isFiltered, onClear }: ActsProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(asked))
  if (data === undefined) {
    return (
      <div className="p-5">
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={6} />}
      </div>
    )
  }
  const acts = auditEntriesByRequest(data.pages.flatMap((page) => page.data))
  if (acts.length === 0) {
    return isFiltered ? (
      <EmptyState title="No change matches.">
        <Button size="small" onClick={onClear}>
          Show all
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title="There are no changes yet.">
        All changes of customers, agents, cards, policies, keys and people are recorded here.
      </EmptyState>
    )
  }
  return (
    <>
      <ol aria-label="Changes, newest first">
        {acts.map((act) => (
          <AuditEntryItem key={act[0].id} of={act} />
        ))}
      </ol>
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
