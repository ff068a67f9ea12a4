import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Approval } from '@purser/client'
import { useInbox } from '../../api/approvals/inbox.ts'
import { newInboxRequests } from '../../api/approvals/steady-inbox.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useIsWideScreen } from '../../lib/use-is-wide.ts'
import { usePageShortcuts } from '../../lib/input/use-page-shortcuts.ts'
import { useRowSelection } from '../../lib/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { ChosenInboxRequest } from './chosen.tsx'
import { sortInboxRequestsByExpiry } from './inbox/sort-by-soonest-expiry.ts'
import { InboxHead, InboxList } from './inbox/inbox-list.tsx'
import { InboxTabs } from './inbox/inbox-tabs.tsx'
import { useSteadyInbox } from './inbox/use-steady-inbox.ts'

const InboxFilters = loadComponentLater(
  async () => (await import('./inbox/inbox-filters.tsx')).InboxFilters,
  <div className="h-16" />,
)

const InboxKeys = loadComponentLater(async () => (await import('./inbox/inbox-shortcuts.tsx')).InboxShortcuts)

const BulkDecisions = loadComponentLater(async () => (await import('./bulk-decisions.tsx')).BulkDecisions)

type Status = Approval['status']

/** The inbox of requests that wait for a decision. Its tab, agent, order and chosen request are in the URL. */
export default function Approvals() {
  const [search, setSearch] = useSearchParams()
  const status = (search.get('status') ?? 'pending') as Status | 'all'
  const agentId = search.get('agentId') ?? undefined
  const isByEnd = status === 'pending' && search.get('order') === 'end'
  const set = (name: string, value: string | undefined) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const [isWide, mayDecide] = [useIsWideScreen(), useMayDecide(status)]
  return (
    <PageLayout title="Approvals" actions={isWide && <InboxKeys mayDecide={mayDecide} />}>
      <InboxTabs current={status} search={search} />
      <InboxFilters
        agentId={agentId}
        onAgent={(id) => set('agentId', id)}
        order={status === 'pending' ? { isByEnd, onByEnd: (is) => set('order', is ? 'end' : undefined) } : undefined}
      />
      <Inbox key={`${status} ${agentId} ${isByEnd}`} status={status} agentId={agentId} isByEnd={isByEnd} />
    </PageLayout>
  )
}

const useMayDecide = (status: Status | 'all'): boolean => useHasRole('admin', 'approver') && status === 'pending'

interface InboxProps {
  status: Status | 'all'
  agentId: string | undefined
  isByEnd: boolean
}

function Inbox({ status, agentId, isByEnd }: InboxProps) {
  const isWide = useIsWideScreen()
  const answer = useInbox(
    status === 'all' ? undefined : status,
    agentId,
    isByEnd ? sortInboxRequestsByExpiry : undefined,
  )
  const { inbox, act } = useSteadyInbox(answer)
  const entries = inbox.entries ?? []
  const pane = useRef<HTMLDivElement>(null)
  // An open dialog stays although the tablet is turned and the pane beside the list has no room any more.
  const hasPane = isWide || pane.current?.querySelector('dialog[open]') != null
  const chosenId = hasPane ? inbox.chosenId : undefined
  const arrived = newInboxRequests(inbox)
  const mayDecide = useMayDecide(status)
  const openRows = entries.flatMap(({ row, isGone }) => (isGone ? [] : [row]))
  const selection = useRowSelection(mayDecide ? openRows.map(({ id }) => id) : [])
  const navigate = useNavigate()
  const showNew = () => act({ type: 'asked for new ones' })
  usePageShortcuts({
    ...(isWide && {
      j: { does: 'Next request', repeats: true, act: () => act({ type: 'moved', by: 1 }) },
      k: { does: 'Previous request', repeats: true, act: () => act({ type: 'moved', by: -1 }) },
    }),
    ...(chosenId && {
      Enter: { does: 'Open the request', waits: true, act: () => void navigate(`/approvals/${chosenId}`) },
    }),
    ...(chosenId && mayDecide && { x: { does: 'Select the request', act: () => selection.toggle(chosenId) } }),
    ...(arrived.length > 0 && { n: { does: 'Show new requests', act: showNew } }),
    ...(selection.ids.size > 0 && { Escape: { does: 'Select nothing', act: selection.clear } }),
  })
  const afterDecision = (ids: readonly string[]) => {
    selection.drop(ids)
    act({ type: 'decided', ids })
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <PageSection flush>
        {entries.length > 0 && (
          <InboxHead
            status={status}
            count={openRows.length}
            hasMore={answer.hasMore}
            newCount={arrived.length}
            onShowNew={showNew}
          />
        )}
        {inbox.entries === undefined ? (
          <div className="p-5">
            {answer.error ? (
              <FailureNotice error={answer.error} onRetry={answer.refetch} />
            ) : (
              <LoadingLines lines={5} />
            )}
          </div>
        ) : (
          <InboxList
            entries={entries}
            chosenId={chosenId}
            onChoose={isWide ? (id) => act({ type: 'chose', id }) : undefined}
            status={status}
            selection={mayDecide ? selection : undefined}
          />
        )}
        {answer.hasMore && (
          <Older
            isByEnd={isByEnd}
            isReading={answer.isReading}
            onRead={() => {
              act({ type: 'asked for older ones' })
              answer.readMore()
            }}
          />
        )}
        {mayDecide && (
          <BulkDecisions
            selection={selection}
            rows={openRows.filter(({ id }) => selection.ids.has(id))}
            onDone={afterDecision}
          />
        )}
      </PageSection>
      {chosenId !== undefined && (
        <div ref={pane} className="sticky top-8 max-h-[calc(100dvh-4rem)] overflow-y-auto" tabIndex={-1}>
          <ChosenInboxRequest
            key={chosenId}
            id={chosenId}
            listed={entries.find(({ row }) => row.id === chosenId)?.row}
            onDecided={() => act({ type: 'decided', ids: [chosenId] })}
          />
        </div>
      )}
    </div>
  )
}

interface OlderProps {
  isByEnd: boolean
  isReading: boolean
  onRead: () => void
}

const Older = ({ isByEnd, isReading, onRead }: OlderProps) => (
  <>
    {isByEnd && (
      <p className="border-t border-line px-4 py-3 text-sm text-quiet">
        There are older requests: they take their place when they are shown.
      </p>
    )}
    <div className="flex justify-center border-t border-line p-3">
      <Button look="ghost" busy={isReading} onClick={onRead}>
        Show more
      </Button>
    </div>
  </>
)
