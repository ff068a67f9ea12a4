import { subscriptionLife } from '../lifecycles/subscription.ts'
import { canBecome, isFinalStatus } from '../lifecycles/moves.ts'
import type { SubscriptionState } from '../subscription.ts'

/** A subscription before and after a change that is not saved yet. `subscriptionConsequences` gives its audit entry and events. */
export interface SubscriptionChange {
  /** The subscription before the change. Null: the subscription is new. */
  readonly before: SubscriptionState | null
  readonly after: SubscriptionState
  /** Whether the change was made because the subscription's time is over. Its audit entry then names the expiry, not the caller. */
  readonly isByTime: boolean
}

export const newSubscription = (after: SubscriptionState): SubscriptionChange => ({
  before: null,
  after,
  isByTime: false,
})

/** Whether a subscription has not ended although its time is over. `now`: Unix milliseconds. */
export const isSubscriptionOverdue = ({ status, expiresAt }: SubscriptionState, now: number): boolean =>
  !isFinalStatus(subscriptionLife, status) && expiresAt !== null && expiresAt <= now

type Move = 'approve' | 'reject' | 'pause' | 'resume' | 'cancel'

/** A change of a subscription, with its author and its time. */
export interface SubscriptionMove {
  readonly move: Move
  readonly by: string
  readonly note: string | null
  readonly now: number
}

const moves: Readonly<
  Record<
    Move,
    {
      readonly from: readonly SubscriptionState['status'][]
      readonly to: SubscriptionState['status']
      kept(before: SubscriptionState, made: SubscriptionMove): Partial<SubscriptionState>
    }
  >
> = {
  approve: {
    from: ['pending_approval'],
    to: 'active',
    kept: ({ until }, { by, note, now }) => ({
      decidedBy: by,
      decidedAt: now,
      decisionNote: note,
      activatedAt: now,
      expiresAt: until,
    }),
  },
  reject: {
    from: ['pending_approval'],
    to: 'rejected',
    kept: (_before, { by, note, now }) => ({ decidedBy: by, decidedAt: now, decisionNote: note }),
  },
  pause: { from: ['active'], to: 'paused', kept: (_before, { now }) => ({ pausedAt: now }) },
  resume: { from: ['paused'], to: 'active', kept: () => ({ pausedAt: null }) },
  cancel: {
    from: ['pending_approval', 'active', 'paused'],
    to: 'canceled',
    kept: (_before, { now }) => ({ canceledAt: now }),
  },
}

/** Makes the change by which somebody gives a subscription another status. Null: it can no longer get that status, or has expired. */
export function movedSubscription(before: SubscriptionState, made: SubscriptionMove): SubscriptionChange | null {
  const { from, to, kept } = moves[made.move]
  if (isSubscriptionOverdue(before, made.now) || !from.includes(before.status)) return null
  if (!canBecome(subscriptionLife, before.status, to)) return null
  return { before, after: { ...before, status: to, ...kept(before, made) }, isByTime: false }
}

/** Makes the change that expires a subscription. Null: its time is not over, or it has ended already. `now`: Unix milliseconds. */
export const expiredSubscription = (before: SubscriptionState, now: number): SubscriptionChange | null =>
  isSubscriptionOverdue(before, now) ? { before, after: { ...before, status: 'expired' }, isByTime: true } : null
