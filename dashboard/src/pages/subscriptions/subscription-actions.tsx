import type { Subscription } from '@purser/client'
import { useState } from 'react'
import { decideSubscription, shownFieldOfDecision } from '../../api/approvals/decide.ts'
import { purser } from '../../api/client.ts'
import type { RequestUnderOneIdempotencyKey } from '../../api/one-time-request.ts'
import { confirmedByPasskey, idempotencyKeyOf } from '../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Money } from '../../ui/money.tsx'

type Move = 'approve' | 'reject' | 'pause' | 'resume' | 'cancel'

const { subscriptions } = purser
const moves: Readonly<
  Record<Move, (subscription: Subscription, intention: RequestUnderOneIdempotencyKey) => Promise<Subscription>>
> = {
  approve: (it, intention) => decideSubscription(it.id, { verdict: 'approve', ...shownFieldOfDecision(it) }, intention),
  reject: (it, intention) => decideSubscription(it.id, { verdict: 'decline', ...shownFieldOfDecision(it) }, intention),
  pause: ({ id }, intention) => subscriptions.pause(id, idempotencyKeyOf(intention)),
  resume: ({ id }, intention) => confirmedByPasskey((proof, once) => subscriptions.resume(id, proof, once), intention),
  cancel: ({ id }, intention) => subscriptions.cancel(id, idempotencyKeyOf(intention)),
}

const said: Readonly<Record<Subscription['status'], string>> = {
  pending_approval: 'It waits for a person.',
  active: 'The subscription is active.',
  paused: 'The subscription is paused: nothing matches it.',
  canceled: 'The subscription is canceled.',
  rejected: 'The subscription is declined.',
  expired: 'The subscription has expired.',
}

/** The actions for a subscription in its status. Decisions and cancellations ask for confirmation. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { status } = subscription
  const may = useHasRole('admin', 'approver')
  const [asking, setAsking] = useState<'approve' | 'reject' | 'cancel'>()
  const { mutate, isPending } = useActionWithToast((move: Move, intention) => moves[move](subscription, intention), {
    changes: 'subscriptions',
    onDone: () => setAsking(undefined),
  })
  if (!may) return null
  return (
    <>
      {status === 'pending_approval' && (
        <>
          <Button look="primary" busy={isPending} onClick={() => setAsking('approve')}>
            Approve
          </Button>
          <Button disabled={isPending} onClick={() => setAsking('reject')}>
            Decline
          </Button>
        </>
      )}
      {status === 'active' && (
        <Button busy={isPending} onClick={() => mutate('pause')}>
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button look="primary" busy={isPending} onClick={() => mutate('resume')}>
          Resume
        </Button>
      )}
      {(status === 'active' || status === 'paused') && (
        <Button disabled={isPending} onClick={() => setAsking('cancel')}>
          Cancel it
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={titles[asking]}
          act={acts[asking]}
          danger={asking !== 'approve'}
          busy={isPending}
          onConfirm={() => mutate(asking)}
          onClose={() => setAsking(undefined)}
        >
          <What of={subscription} move={asking} />
        </ConfirmDialog>
      )}
      <span role="status" className="sr-only">
        {said[status]}
      </span>
    </>
  )
}

const titles = {
  approve: 'Approve the subscription?',
  reject: 'Decline the subscription?',
  cancel: 'Cancel the subscription?',
} as const
const acts = { approve: 'Approve', reject: 'Decline', cancel: 'Cancel the subscription' } as const

function What({ of: { maxAmount, currency, interval }, move }: { of: Subscription; move: keyof typeof titles }) {
  if (move === 'cancel') return <p>What the merchant charges afterwards is decided like any other purchase.</p>
  if (move === 'reject') return <p>The agent learns that it was declined, and can ask for another.</p>
  return (
    <p>
      One purchase each {interval} of at most <Money cents={maxAmount} currency={currency} /> then needs no further
      approval, until somebody pauses or cancels it.
    </p>
  )
}
