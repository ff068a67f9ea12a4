import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Approval, PurserError } from '@purser/client'
import type { Made, Verdict } from '../../api/approvals/decide.ts'
import { lacksPasskey, passkeyComplaint } from '../../api/sign-in/passkeys.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { ActorName } from '../../ui/actor-name.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Failure } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/toast.tsx'
import { OthersText } from '../../ui/others-text.tsx'
import { PasskeyFirst, usePasskeyFirst } from './passkey-first.tsx'

/** What waits for a person, or was decided: a purchase, or a change. */
export interface Decided extends Pick<Approval, 'status' | 'decidedBy' | 'decidedAt' | 'note'> {
  readonly title: string
  readonly why: string
  /** What approving lets through: `up to $44.00`. */
  readonly most?: string
  /** Set where the decision takes a passkey: above which amount it does, in cents. */
  readonly passkeyAbove?: number
}

/** What is approved is the ceiling, and the button says it. */
const approveWords = ({ most }: Decided): string => (most === undefined ? 'Approve' : `Approve ${most}`)

interface DecisionProps {
  of: Decided
  decide: (decision: Made) => Promise<unknown>
  /** Queries that another decision makes stale. */
  stale: readonly string[]
  onDecided?: () => void
}

/**
 * The two buttons, or what was decided. The key `a` asks once more, with Enter: in a list that moves by itself no single key
 * spends money.
 */
export function Decision({ of, decide, stale, onDecided }: DecisionProps) {
  const may = useMay('admin', 'approver')
  const [asking, setAsking] = useState<Verdict>()
  const { mutate, isPending, error, variables } = useDecide({ of, decide, stale }, () => {
    setAsking(undefined)
    onDecided?.()
  })
  const isOpen = of.status === 'pending'
  const first = usePasskeyFirst({
    isNeeded: isOpen && may && (of.passkeyAbove !== undefined || lacksPasskey(error)),
    refused: lacksPasskey(error) ? variables : undefined,
    decide: mutate,
  })
  const go = (made: Made) => {
    if (!first.isMissing) return mutate(made)
    setAsking(undefined)
    first.want(made)
  }
  const canDecide = isOpen && may && !isPending
  useKeys(
    canDecide
      ? {
          a: { does: 'Approve', act: () => setAsking('approve') },
          d: { does: 'Decline', act: () => setAsking('decline') },
        }
      : {},
  )
  const wasFirst = isTaken(error)
  const unconfirmed = first.isMissing ? undefined : passkeyComplaint(error)
  return (
    <div className="grid gap-3">
      {wasFirst && <SomebodyWasFirst of={of} />}
      {!isOpen && <Outcome of={of} />}
      {isOpen && may && <PasskeyFirst of={first} above={of.passkeyAbove} />}
      {isOpen && may && (
        <div className="flex flex-wrap gap-3 *:grow sm:*:grow-0">
          <Button look="primary" busy={isPending} onClick={() => go({ verdict: 'approve' })}>
            {approveWords(of)}
          </Button>
          <Button disabled={isPending} onClick={() => setAsking('decline')}>
            Decline
          </Button>
        </div>
      )}
      {isOpen && !may && <p className="text-quiet">An approver has to decide. Your role can only read.</p>}
      {unconfirmed && (
        <p role="alert" className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
          {unconfirmed}
        </p>
      )}
      {error && !wasFirst && !unconfirmed && !lacksPasskey(error) && <Failure error={error} />}
      {asking && isOpen && (
        <Ask
          verdict={asking}
          of={of}
          isBusy={isPending}
          onDecide={(note) => go({ verdict: asking, note })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

function useDecide({ of, decide, stale }: Omit<DecisionProps, 'onDecided'>, onDecided: () => void) {
  const client = useQueryClient()
  const say = useSay()
  return useMutation({
    mutationFn: decide,
    onSuccess: (_, { verdict }) => {
      say.done(`${verdict === 'approve' ? 'Approved' : 'Declined'}: ${of.title}.`)
      onDecided()
    },
    onSettled: () => {
      for (const key of stale) void client.invalidateQueries({ queryKey: [key] })
    },
  })
}

/** Somebody else decided it, or its time ended, while this page was open. */
const isTaken = (error: Error | null): boolean => error instanceof PurserError && TAKEN.has(error.code)

const TAKEN: ReadonlySet<string> = new Set([
  'intent_not_pending',
  'change_request_not_pending',
  'challenge_not_pending',
  'subscription_not_pending',
])

const verbs: Readonly<Record<string, string>> = {
  approved: 'approved',
  rejected: 'declined',
  canceled: 'canceled',
}

function SomebodyWasFirst({ of: { status, decidedBy } }: { of: Decided }) {
  return (
    <p role="alert" className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
      {decidedBy && verbs[status] ? (
        <>
          Somebody was first: <ActorName id={decidedBy} /> {verbs[status]} it. Your answer changed nothing.
        </>
      ) : (
        <>It is no longer open. Your answer changed nothing.</>
      )}
    </p>
  )
}

function Outcome({ of: { status, decidedBy, decidedAt, note } }: { of: Decided }) {
  if (status === 'expired') return <p className="text-quiet">It has expired, because nobody decided in time.</p>
  return (
    <div className="grid gap-1 rounded-lg bg-raised px-4 py-3">
      <p>
        <span className="capitalize">{verbs[status] ?? status}</span>
        {decidedBy && (
          <>
            {' by '}
            <ActorName id={decidedBy} />
          </>
        )}
        {decidedAt && (
          <>
            {' '}
            <Time at={decidedAt} />
          </>
        )}
      </p>
      {note && <blockquote className="border-l-2 border-strong-line pl-3 wrap-anywhere text-quiet">{note}</blockquote>}
    </div>
  )
}

interface AskProps {
  verdict: Verdict
  of: Decided
  isBusy: boolean
  onDecide: (note: string) => void
  onClose: () => void
}

function Ask({ verdict, of, isBusy, onDecide, onClose }: AskProps) {
  const form = useId()
  const [note, setNote] = useState('')
  const isDecline = verdict === 'decline'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDecide(note.trim())
  }
  return (
    <Dialog
      title={`${isDecline ? 'Decline' : 'Approve'} ${of.title}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            look={isDecline ? 'danger' : 'primary'}
            busy={isBusy}
            data-focus={isDecline ? undefined : true}
          >
            {isDecline ? 'Decline' : approveWords(of)}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere text-quiet">
        <OthersText text={of.why} />
      </p>
      <form
        id={form}
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        {isDecline && (
          <TextArea
            label="Why not"
            hint="The agent can read it. It may be empty. Ctrl+Enter declines."
            maxLength={500}
            data-focus
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}
