import { type ApprovalAskChange, approvalAskDecisionChange } from '../asks/ask.ts'
import { subscriptionLifecycle } from '../lifecycles/subscription.ts'
import type { SubscriptionState } from '../subscription.ts'

/** A change of a subscription. `subscriptionConsequences` gives its audit entry and events. */
export type UnsavedSubscriptionChange = ApprovalAskChange<SubscriptionState>

type Move = 'approve' | 'reject' | 'pause' | 'resume' | 'cancel'

/** A change of a subscription, with its author and its time. */
export interface SubscriptionTransition {
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
      kept(before: SubscriptionState, made: SubscriptionTransition): Partial<SubscriptionState>
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
export function subscriptionStatusChange(
  before: SubscriptionState,
  made: SubscriptionTransition,
): UnsavedSubscriptionChange | null {
  const { from, to, kept } = moves[made.move]
  if (!from.includes(before.status)) return null
  return approvalAskDecisionChange(subscriptionLifecycle, before, {
    set: { status: to, ...kept(before, made) },
    now: made.now,
  })
}
