import type { EventType } from '../../contract/events.ts'
import type { ApprovalStatus } from '../../contract/resources/intents.ts'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import { isFinalLifecycleStatus, type ResourceLifecycle, type LifecycleStatusTransition } from './moves.ts'

/** The cause of a change of an intent's status: a command, the intent's purchase, or time. */
type IntentCause =
  | 'declare_intent'
  | 'correct_intent'
  | 'approve_intent'
  | 'reject_intent'
  | 'cancel_intent'
  | 'revoke_approval'
  | 'match'
  | 'mismatch'
  | 'time'

interface IntentMove extends LifecycleStatusTransition<IntentStatus, IntentCause, EventType> {
  /** The status that the intent's approval gets with this status change. Null: the approval, if there is one, stays as it is. */
  readonly approval: ApprovalStatus | null
}

/**
 * The status changes of an intent (contract, section 9). Every declared intent also has an `intent.created` event,
 * whatever its first status, and every correction has `intent.corrected`, whatever it does to the status.
 */
export const intentLifecycle = {
  pending_approval: {
    from: ['pending'],
    by: ['declare_intent', 'correct_intent'],
    event: 'intent.pending_approval',
    approval: 'pending',
  },
  pending: {
    from: ['pending_approval'],
    by: ['approve_intent', 'correct_intent'],
    event: 'intent.approved',
    approval: 'approved',
  },
  rejected: { from: ['pending_approval'], by: ['reject_intent'], event: 'intent.rejected', approval: 'rejected' },
  canceled: {
    from: ['pending_approval', 'pending'],
    by: ['cancel_intent', 'revoke_approval'],
    event: 'intent.canceled',
    approval: 'canceled',
  },
  expired: { from: ['pending_approval', 'pending'], by: ['time'], event: 'intent.expired', approval: 'expired' },
  matched: { from: ['pending'], by: ['match'], event: 'intent.matched', approval: null },
  mismatched: { from: ['pending'], by: ['mismatch'], event: 'intent.mismatched', approval: null },
} as const satisfies ResourceLifecycle<IntentStatus, IntentCause, EventType> & Record<IntentStatus, IntentMove>

/** The statuses of an open intent: it waits for a person or for its purchase. */
export const waitingIntentStatuses = (Object.keys(intentLifecycle) as IntentStatus[]).filter(
  (status) => !isFinalLifecycleStatus(intentLifecycle, status),
)
