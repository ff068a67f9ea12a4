import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry, ListAuditQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { pagesOf } from '../../api/pages.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { type useFilters as UseFilters, useFilters } from '../../lib/use-filters.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { entriesByRequest } from '../../lib/change-words.ts'
import { AuditExportButton } from './export.tsx'
import { AuditHeadSection } from './head.tsx'
import { OperationFilter } from './operation-filter.tsx'
import { ResourceFilter } from './resource-filter.tsx'
import { ActorFilter } from './actor-filter.tsx'

const FILTERS = ['actorId', 'resourceId', 'operation', 'createdAfter', 'createdBefore'] as const
type Name = (typeof FILTERS)[number]
type Filters = Partial<Record<Name, string>>

const auditQuery = (filters: ListAuditQuery) =>
  pagesOf<AuditEntry>(['audit', filters], (cursor) =>
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
export default function Changes() {
  const filters = useFilters(FILTERS)
  const maySee = useMay('admin', 'read')
  const asked = queryOf(filters.filters)
  if (!maySee) {
    return (
      <Page title="Changes">
        <Section>
          <Empty title="Changes are for owners, admins and viewers.">Ask one of them.</Empty>
        </Section>
      </Page>
    )
  }
  return (
    <Page title="Changes" actions={<AuditExportButton filters={asked} />}>
      <FilterBar of={filters} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] *:min-w-0">
        <Section title="All changes" flush>
          <Acts asked={asked} isFiltered={filters.isFiltered} onClear={filters.clear} />
        </Section>
        <AuditHeadSection />
      </div>
    </Page>
  )
}

function FilterBar({ of: { filters, set, clear, isFiltered } }: { of: ReturnType<typeof UseFilters<Name>> }) {
  return (
    <search className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[repeat(3,minmax(0,1fr))_auto_auto_auto]">
      <ActorFilter actorId={filters.actorId} set={(id) => set('actorId', id)} />
      <OperationFilter operation={filters.operation} set={(operation) => set('operation', operation)} />
      <ResourceFilter resourceId={filters.resourceId} set={(id) => set('resourceId', id)} />
      <Input
        label="From"
        type="date"
        value={filters.createdAfter ?? ''}
        onChange={(event) => set('createdAfter', event.target.value)}
      />
      <Input
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
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading lines={6} />}
      </div>
    )
  }
  const acts = entriesByRequest(data.pages.flatMap((page) => page.data))
  if (acts.length === 0) {
    return isFiltered ? (
      <Empty title="No change matches.">
        <Button size="small" onClick={onClear}>
          Show all
        </Button>
      </Empty>
    ) : (
      <Empty title="There are no changes yet.">
        All changes of customers, agents, cards, policies, keys and people are recorded here.
      </Empty>
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
