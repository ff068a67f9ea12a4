import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Approval } from '@purser/client'
import { useInbox, type Waiting } from '../../api/approvals/inbox.ts'
import { loadLater } from '../../app/load-later.tsx'
import { useMay } from '../../api/sign-in/session.ts'
import { classes } from '../../lib/classes.ts'
import { useIsWide } from '../../lib/use-is-wide.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { type Selection, useSelection } from '../../lib/use-selection.ts'
import { Button } from '../../ui/button.tsx'
import { RowCheckbox } from '../../ui/list/row-checkbox.tsx'
import { SelectionBar } from '../../ui/list/selection-bar.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { ChallengeItem } from './challenge-item.tsx'
import { challengeHeadline, isChallenge } from './challenge-text.ts'
import { ChangeItem } from './change-item.tsx'
import { Detail } from './detail.tsx'
import { changeHeadline } from './change-text.ts'
import { byEnd, InboxFilters } from './inbox-filters.tsx'
import { isChange } from './is-change.ts'
import { Item } from './item.tsx'
import { headline } from './subject.tsx'
import { isSubscription, subscriptionHeadline } from './subscription-text.ts'
import { SubscriptionItem } from './subscription-item.tsx'

const ChangeDetail = loadLater(async () => (await import('./change-detail.tsx')).ChangeDetail, <Loading />)

const ChallengeDetail = loadLater(async () => (await import('./challenge-detail.tsx')).ChallengeDetail, <Loading />)

const SubscriptionDetail = loadLater(
  async () => (await import('./subscription-detail.tsx')).SubscriptionDetail,
  <Loading />,
)

const BulkDecisions = loadLater(async () => (await import('./bulk-decisions.tsx')).BulkDecisions)

type Status = Approval['status']
const tabs: readonly (readonly [label: string, status: Status | 'all'])[] = [
  ['Waiting', 'pending'],
  ['Approved', 'approved'],
  ['Declined', 'rejected'],
  ['Expired', 'expired'],
  ['All', 'all'],
]

/** The inbox of those who decide. Which tab and which item is in the URL. */
export default function Approvals() {
  const [search, setSearch] = useSearchParams()
  const status = (search.get('status') ?? 'pending') as Status | 'all'
  const isWide = useIsWide()
  const agentId = search.get('agentId') ?? undefined
  const isByEnd = status === 'pending' && search.get('order') === 'end'
  const inbox = useInbox(status === 'all' ? undefined : status, agentId)
  const rows = isByEnd ? byEnd(inbox.rows ?? []) : (inbox.rows ?? [])
  const { chosenId, at } = useChosen(rows, search.get('at'), isWide)
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
  const choose = (id: string | undefined) => set('at', id)
  const move = (by: number) => choose(rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.id ?? chosenId)
  const navigate = useNavigate()
  const mayDecide = useMay('admin', 'approver') && status === 'pending'
  const selection = useSelection(mayDecide ? rows.map(({ id }) => id) : [])
  useKeys({
    j: { does: 'Next request', act: () => move(rows[at]?.id === chosenId ? 1 : 0) },
    k: { does: 'Previous request', act: () => move(-1) },
    ...(chosenId && { Enter: { does: 'Open the request', act: () => void navigate(`/approvals/${chosenId}`) } }),
    ...(chosenId && mayDecide && { x: { does: 'Select the request', act: () => selection.toggle(chosenId) } }),
    ...(selection.ids.size > 0 && { Escape: { does: 'Select nothing', act: selection.clear } }),
  })
  return (
    <Page title="Approvals" actions={isWide && rows.length > 0 && <Keys mayDecide={mayDecide} />}>
      <Tabs current={status} search={search} />
      <InboxFilters
        agentId={agentId}
        onAgent={(id) => set('agentId', id)}
        order={status === 'pending' ? { isByEnd, onByEnd: (is) => set('order', is ? 'end' : undefined) } : undefined}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <Section flush>
          {inbox.rows === undefined ? (
            <div className="p-5">
              {inbox.error ? <Failure error={inbox.error} onRetry={inbox.refetch} /> : <Loading lines={5} />}
            </div>
          ) : (
            <Inbox
              rows={rows}
              chosenId={chosenId}
              onChoose={isWide ? choose : undefined}
              status={status}
              selection={mayDecide ? selection : undefined}
            />
          )}
          {inbox.hasMore && isByEnd && (
            <p className="border-t border-line px-4 py-3 text-sm text-quiet">
              There are older requests: they take their place when they are shown.
            </p>
          )}
          {inbox.hasMore && (
            <div className="flex justify-center border-t border-line p-3">
              <Button look="ghost" busy={inbox.isReading} onClick={inbox.readMore}>
                Show more
              </Button>
            </div>
          )}
          {mayDecide && (
            <SelectionBar selection={selection}>
              <BulkDecisions rows={rows.filter(({ id }) => selection.ids.has(id))} onDone={selection.drop} />
            </SelectionBar>
          )}
        </Section>
        {isWide && chosenId !== undefined && (
          <div className="sticky top-8 max-h-[calc(100dvh-4rem)] overflow-y-auto" tabIndex={-1}>
            <Chosen
              key={chosenId}
              id={chosenId}
              listed={rows.find(({ id }) => id === chosenId)}
              onDecided={() => choose((rows[at + 1] ?? rows[at - 1])?.id)}
            />
          </div>
        )}
      </div>
    </Page>
  )
}

function Chosen({ id, listed, onDecided }: { id: string; listed: Waiting | undefined; onDecided: () => void }) {
  const shared = { id, hasHeading: true, onDecided }
  if (isChallenge(id))
    return <ChallengeDetail {...shared} listed={listed?.kind === 'challenge' ? listed.challenge : undefined} />
  if (isSubscription(id))
    return <SubscriptionDetail {...shared} listed={listed?.kind === 'subscription' ? listed.subscription : undefined} />
  return isChange(id) ? (
    <ChangeDetail {...shared} listed={listed?.kind === 'change' ? listed.request : undefined} />
  ) : (
    <Detail {...shared} listed={listed?.kind === 'purchase' ? listed.approval : undefined} />
  )
}

/** The item that the URL names, also once it has left the list; else the first. `at`: where it is, or was. */
function useChosen(rows: readonly Waiting[], named: string | null, isWide: boolean) {
  const last = useRef(0)
  const found = rows.findIndex(({ id }) => id === named)
  const at = found >= 0 ? found : named === null ? 0 : Math.min(last.current, Math.max(0, rows.length - 1))
  useEffect(() => {
    last.current = at
  }, [at])
  return { chosenId: isWide ? (named ?? rows[0]?.id) : undefined, at }
}

function Tabs({ current, search }: { current: string; search: URLSearchParams }) {
  const to = (status: string) => {
    const next = new URLSearchParams(status === 'pending' ? {} : { status })
    const agentId = search.get('agentId')
    if (agentId !== null) next.set('agentId', agentId)
    return next.size === 0 ? '/approvals' : `/approvals?${next.toString()}`
  }
  return (
    <nav aria-label="Approvals by status" className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(([label, status]) => (
        <Link
          key={status}
          to={to(status)}
          aria-current={status === current ? 'page' : undefined}
          className={classes(
            '-mb-px flex min-h-10 items-center border-b-2 px-3 no-underline',
            status === current
              ? 'border-accent font-medium text-accent'
              : 'border-transparent text-quiet hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

interface InboxProps {
  rows: readonly Waiting[]
  chosenId: string | undefined
  onChoose: ((id: string) => void) | undefined
  status: string
  selection: Selection | undefined
}

function Inbox({ rows, chosenId, onChoose, status, selection }: InboxProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  if (rows.length === 0) {
    return status === 'pending' ? (
      <Empty title="No approval is waiting for you.">
        Purchases that need the approval of a person appear here when agents declare them, and so do subscriptions and
        changes that agents ask for, and questions of banks whether you agree to a purchase. A policy requires approval
        with <code>requireApproval</code>.
      </Empty>
    ) : (
      <Empty title="There are none." />
    )
  }
  return (
    <ul ref={list} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
      {rows.map((row) => {
        const isChosen = row.id === chosenId
        // A second click opens its page.
        const shared = { isChosen, onChoose: onChoose && !isChosen ? () => onChoose(row.id) : undefined }
        return (
          <li key={row.id} className={classes(selection && 'grid grid-cols-[auto_minmax(0,1fr)]')}>
            {selection && (
              <span className="pt-4 pr-3 pl-4">
                <RowCheckbox id={row.id} label={labelOf(row)} selection={selection} />
              </span>
            )}
            {row.kind === 'change' ? (
              <ChangeItem request={row.request} {...shared} />
            ) : row.kind === 'challenge' ? (
              <ChallengeItem challenge={row.challenge} {...shared} />
            ) : row.kind === 'subscription' ? (
              <SubscriptionItem subscription={row.subscription} {...shared} />
            ) : (
              <Item approval={row.approval} {...shared} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function labelOf(row: Waiting): string {
  if (row.kind === 'challenge') return challengeHeadline(row.challenge)
  if (row.kind === 'subscription') return subscriptionHeadline(row.subscription)
  return row.kind === 'change' ? changeHeadline(row.request) : headline(row.approval)
}

const Keys = ({ mayDecide }: { mayDecide: boolean }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
    {(
      [
        ['j', 'next'],
        ['k', 'previous'],
        ...(mayDecide
          ? ([
              ['a', 'approve'],
              ['d', 'decline'],
              ['x', 'select'],
            ] as const)
          : []),
        ['Enter', 'open'],
      ] as const
    ).map(([key, name]) => (
      <span key={key} className="whitespace-nowrap">
        <kbd className="rounded border border-line bg-sheet px-1.5 font-mono text-xs">{key}</kbd> {name}
      </span>
    ))}
  </p>
)
