import { accountPasskeyThreshold } from './decision/passkey-threshold.ts'
import { useQuery } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import { useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { shownFieldOfDecision, type IntentVerdict } from '../../api/approvals/decide.ts'
import { purser } from '../../api/client.ts'
import type { WaitingInboxRequest } from '../../api/approvals/waiting.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import type { ListRowSelection } from '../../lib/use-selection.ts'
import { intentAmountAndCeiling } from '../../lib/intent-amount.ts'
import { withMarkedCharacters } from '../../lib/marked.ts'
import { Button } from '../../ui/button.tsx'
import { type BulkAction, BulkActionDialog, type BulkActionRow } from '../../ui/list/bulk-dialog.tsx'
import { SelectionBar, SelectionNote } from '../../ui/list/selection-bar.tsx'
import { challengeHeadline } from './challenge-text.ts'
import { changeRequestHeadline } from './change-text.ts'
import { subscriptionHeadline } from './subscription-text.ts'

interface BulkDecisionsProps {
  selection: ListRowSelection
  /** The inbox's selected requests, which the bar decides about. */
  rows: readonly WaitingInboxRequest[]
  onDone: (ids: readonly string[]) => void
}

type Row = BulkActionRow & { readonly waiting: WaitingInboxRequest }

const TAKES_PASSKEY = 'it takes a passkey: decide it by itself'

/**
 * The bar that approves or declines the selected requests. A request that needs a passkey is left out: a passkey's signature is for one
 * request that the person has read.
 */
export function BulkDecisions({ selection, rows, onDone }: BulkDecisionsProps) {
  const [bulk, setBulk] = useState<BulkAction<Row>>()
  const account = useQuery(accountQuery).data
  const takesPasskey = (waiting: WaitingInboxRequest) => {
    if (waiting.kind === 'change') return false
    const { most = Infinity, currency } = mostOf(waiting)
    const above = accountPasskeyThreshold(account, currency)
    return above !== undefined && most > above
  }
  const decidable = rows.filter((row) => !takesPasskey(row)).map(named)
  const skipped = rows.filter(takesPasskey).map((row) => ({ ...named(row), why: TAKES_PASSKEY }))
  const shared = {
    rows: decidable,
    skipped,
    stale: [
      'approvals',
      'intents',
      'intent',
      'change-requests',
      'challenges',
      'subscriptions',
      'cards',
      'agents',
      'policy',
      'budget',
      'stats',
    ],
  }
  const total = totalOf(decidable)
  const count = decidable.length === 1 ? '1 request' : `${formatCount(decidable.length)} requests`
  const verdicts: readonly BulkAction<Row>[] = [
    {
      ...shared,
      title: `Approve ${count}`,
      means: total ?? 'Each is approved as it stands here.',
      done: 'approved',
      act: (row, note) => decideOne(row, 'approve', note),
    },
    {
      ...shared,
      title: `Decline ${count}`,
      means: 'Those who asked see the decision and your note.',
      noteLabel: 'Reason',
      isDanger: true,
      done: 'declined',
      act: (row, note) => decideOne(row, 'decline', note),
    },
  ]
  return (
    <SelectionBar selection={selection}>
      {rows.length > 0 && <SelectionNote>{[noteOf(decidable.length, skipped.length), total].join(' ')}</SelectionNote>}
      {decidable.length > 0 &&
        verdicts.map((one) => (
          <Button key={one.title} size="small" onClick={() => setBulk(one)}>
            {one.title}
          </Button>
        ))}
      {bulk && <BulkActionDialog bulk={bulk} onClose={() => setBulk(undefined)} onDone={onDone} whyOf={whyOf} />}
    </SelectionBar>
  )
}

const mostOf = (waiting: Exclude<WaitingInboxRequest, { kind: 'change' }>) =>
  waiting.kind === 'challenge'
    ? { most: waiting.challenge.amount, currency: waiting.challenge.currency }
    : waiting.kind === 'subscription'
      ? { most: waiting.subscription.maxAmount, currency: waiting.subscription.currency }
      : { most: waiting.approval.subject.ceiling, currency: waiting.approval.subject.expectedCurrency }

/** The sentence that says how many of the selected requests can be decided together, and why the others cannot. */
function noteOf(decidable: number, skipped: number): string {
  if (skipped === 0) return 'All can be decided here.'
  const takes = `${formatCount(skipped)} ${skipped === 1 ? 'takes' : 'take'} a passkey`
  return decidable === 0
    ? `${takes}: decide each by itself.`
    : `${formatCount(decidable)} can be decided here, ${takes}.`
}

function named(waiting: WaitingInboxRequest): Row {
  if (waiting.kind === 'change') {
    const { agentName, customerName } = waiting.request
    const who = agentName ?? customerName ?? 'A card'
    return { id: waiting.id, name: `${who}: ${changeRequestHeadline(waiting.request)}`, waiting }
  }
  if (waiting.kind === 'challenge') {
    const { challenge } = waiting
    const who = challenge.agentName ?? challenge.customerName ?? 'A card'
    return { id: waiting.id, name: `${who}: ${challengeHeadline(challenge)}`, waiting }
  }
  if (waiting.kind === 'subscription') {
    const { subscription } = waiting
    const who = subscription.agentName ?? subscription.customerName ?? 'A card'
    return { id: waiting.id, name: `${who}: ${subscriptionHeadline(subscription)}`, waiting }
  }
  const { approval } = waiting
  const { subject } = approval
  const who = approval.agentName ?? approval.customerName ?? 'A card'
  return {
    id: waiting.id,
    name: `${who}: ${intentAmountAndCeiling(subject)} at ${withMarkedCharacters(subject.expectedMerchant ?? 'any merchant')}`,
    waiting,
  }
}

/** The sum of the ceilings of the selected purchases, as a sentence. Undefined: they have several currencies, or not all are purchases. */
function totalOf(rows: readonly Row[]): string | undefined {
  const subjects = rows.flatMap(({ waiting }) => (waiting.kind === 'purchase' ? [waiting.approval.subject] : []))
  if (subjects.length < rows.length) return undefined
  const isOne = new Set(subjects.map(({ expectedCurrency = 'USD' }) => expectedCurrency.toUpperCase())).size <= 1
  if (subjects.length === 0 || !isOne) return undefined
  if (subjects.some(({ ceiling }) => ceiling === undefined)) return 'Of at least one the amount is not bounded.'
  const cents = subjects.reduce((sum, { ceiling = 0 }) => sum + ceiling, 0)
  return `Purchases of up to ${formatMoney(cents, subjects[0]?.expectedCurrency ?? 'usd')} in total.`
}

/**
 * Decides about one request as the list shows it. The service refuses a request that needs a passkey, and the person is not asked for one
 * here.
 */
function decideOne({ waiting }: Row, verdict: IntentVerdict, note: string): Promise<unknown> {
  const isYes = verdict === 'approve'
  const { changeRequests, challenges, subscriptions, intents } = purser
  if (waiting.kind === 'change') {
    const { id } = waiting
    const body = { ...shownFieldOfDecision(waiting.request), ...(note && { note }) }
    return isYes ? changeRequests.approve(id, body) : changeRequests.reject(id, body)
  }
  if (waiting.kind === 'challenge') {
    const { id } = waiting
    const body = { ...shownFieldOfDecision(waiting.challenge), ...(note && { note }) }
    return isYes ? challenges.approve(id, body) : challenges.decline(id, body)
  }
  if (waiting.kind === 'subscription') {
    const { id } = waiting
    const shown = shownFieldOfDecision(waiting.subscription)
    return isYes
      ? subscriptions.approve(id, shown)
      : subscriptions.reject(id, { ...shown, ...(note && { reason: note }) })
  }
  const { intentId } = waiting.approval
  const shown = shownFieldOfDecision(waiting.approval)
  return isYes
    ? intents.approve(intentId, shown)
    : intents.reject(intentId, { ...shown, ...(note && { reason: note }) })
}

const whyOf = (error: unknown): string | undefined =>
  error instanceof PurserError && error.code === 'passkey_required' ? TAKES_PASSKEY : undefined
