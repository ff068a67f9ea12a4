import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Event, EventType } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { useIsEventStreamOpen } from '../../api/live/live-updates.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { formatClock, formatDay, formatExactTime } from '../../lib/format.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { usePageShortcuts } from '../../lib/input/use-page-shortcuts.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { JsonBlock } from '../../ui/code.tsx'
import { Select } from '../../ui/field.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { eventSummary } from './event-summary.ts'
import { listedEventTypes } from './event-types.ts'

/** The reload intervals of the list of events: without a connected event stream, and beside one. */
const ASKED_AGAIN_MS = 3_000
const LOOKED_AFTER_MS = 30_000

const eventsQuery = (type: EventType | undefined, refetchInterval: number) => ({
  ...listPagesQuery<Event>(['events', { type }], (cursor) =>
    purser.events.list({ limit: 50, ...(type && { type }), ...(cursor && { cursor }) }),
  ),
  refetchInterval,
})

/** The list of events, newest on top, as they happen. The key `p` pauses it. */
export function EventList() {
  const { filters, set } = useListFilters(['type', 'event'])
  const [paused, setPaused] = useState<readonly Event[] | null>(null)
  const type = filters.type as EventType | undefined
  const query = eventsQuery(type, useIsEventStreamOpen() ? LOOKED_AFTER_MS : ASKED_AGAIN_MS)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const current = data?.pages.flatMap((page) => page.data)
  const toggle = () => setPaused(paused === null ? (current ?? null) : null)
  usePageShortcuts({ p: { does: 'Pause, or go on', act: toggle } })
  const choose = (value: string) => {
    setPaused(null)
    set('type', value)
  }
  return (
    <PageSection
      title="Events"
      flush
      action={
        <div className="flex flex-wrap items-center gap-2">
          <Select label="Type" hideLabel value={type ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">Every type</option>
            {listedEventTypes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
          <Button
            aria-keyshortcuts="p"
            aria-pressed={paused !== null}
            onClick={toggle}
            disabled={current === undefined}
          >
            {paused === null ? 'Pause' : `Go on${newCount(current, paused)}`}
          </Button>
        </div>
      }
    >
      {filters.event && <Named key={filters.event} id={filters.event} />}
      {current === undefined && (
        <div className="p-5">
          {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={6} />}
        </div>
      )}
      {current?.length === 0 && (
        <EmptyState title={type ? 'No event of this type yet.' : 'There are no events yet.'}>
          Try a purchase in the playground. Its event appears here a moment later.
        </EmptyState>
      )}
      {current !== undefined && current.length > 0 && <Tail of={paused ?? current} />}
      {hasNextPage && paused === null && (
        <div className="flex justify-center border-t border-line p-3">
          <Button look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </PageSection>
  )
}

/** The event whose id is in the page's address, however old it is. */
function Named({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['events', id],
    queryFn: ({ signal }) => purser.events.get(id, { signal }),
  })
  return (
    <div className="border-b border-line p-5">
      {data ? (
        <JsonBlock of={data} label={`The event ${id}`} />
      ) : error ? (
        <FailureNotice error={error} />
      ) : (
        <LoadingLines lines={3} />
      )}
    </div>
  )
}

/** The number of events that came while the list was paused, as a text with a space before it. Empty: none. */
function newCount(current: readonly Event[] = [], paused: readonly Event[]): string {
  const shown = new Set(paused.map(({ id }) => id))
  const count = current.findIndex(({ id }) => shown.has(id))
  return count > 0 ? ` (${count} new)` : ''
}

const Tail = ({ of }: { of: readonly Event[] }) => (
  <ol aria-label="Events, newest first">
    {of.map((event) => (
      <Row key={event.id} of={event} />
    ))}
  </ol>
)

function Row({ of: event }: { of: Event }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="border-b border-line last:border-0">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-2.5 hover:bg-raised sm:grid sm:grid-cols-[14rem_1fr_auto]">
          <span>
            <Badge tone={toneOf(event.type)}>{event.type}</Badge>
          </span>
          <span className="min-w-0 wrap-anywhere max-sm:order-last max-sm:w-full">{eventSummary(event)}</span>
          <span className="text-sm text-quiet">
            <Happened at={event.createdAt} />
          </span>
        </summary>
        {isOpen && (
          <div className="px-5 pb-4">
            <JsonBlock of={event} label={`The event ${event.id}`} />
          </div>
        )}
      </details>
    </li>
  )
}

/** The time of an event to the second, as in a log; with the day if it is not today. */
const Happened = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatExactTime(at)} className="whitespace-nowrap tabular-nums">
    {new Date(at).toDateString() !== new Date().toDateString() && `${formatDay(at)}, `}
    {formatClock(at)}
  </time>
)

const BAD = /declined|rejected|denied|mismatched|locked/
const WARN = /pending|threshold|\.frozen|expired/
const GOOD = /created|settled|approved|\.matched|granted|unfrozen/

const toneOf = (type: EventType): BadgeTone => {
  if (BAD.test(type)) return 'bad'
  if (WARN.test(type)) return 'warn'
  return GOOD.test(type) ? 'good' : 'neutral'
}
