import { timestamp } from '../../lib/clock.ts'
import { MINUTE_MS } from '../../lib/clock.ts'
import { effectivePolicy } from '../cascade.ts'
import { intentEvent } from '../events.ts'
import { type IntentState, isWaiting } from '../intent.ts'
import type { Batch } from './batch.ts'
import type { DecideIntentCommand } from './commands.ts'
import { change, current } from './intents.ts'
import type { Outcome } from './outcome.ts'
import { subjectOfCard, type LoadedCard } from './working-set.ts'

interface Rule {
  applies(intent: IntentState): boolean
  readonly event: 'intent.approved' | 'intent.rejected' | 'intent.canceled'
  readonly approval: 'approved' | 'rejected' | 'canceled'
  after(intent: IntentState, by: { actorId: string; note: string | null; now: number }): IntentState
}

const awaitsApproval = ({ status }: IntentState): boolean => status === 'pending_approval'

const rules: Readonly<Record<DecideIntentCommand['kind'], Rule>> = {
  /** Its time starts anew: the person may have taken a day. */
  approve_intent: {
    applies: awaitsApproval,
    event: 'intent.approved',
    approval: 'approved',
    after: (intent, { actorId, now }) => ({
      ...intent,
      status: 'pending',
      decidedBy: actorId,
      decidedAt: now,
      expiresAt: now + intent.declared.ttlMinutes * MINUTE_MS,
    }),
  },
  reject_intent: {
    applies: awaitsApproval,
    event: 'intent.rejected',
    approval: 'rejected',
    after: (intent, { actorId, note, now }) => ({
      ...intent,
      status: 'rejected',
      decidedBy: actorId,
      decidedAt: now,
      rejectionReason: note,
    }),
  },
  /** Whether it waits for a person or for its transaction. */
  cancel_intent: {
    applies: isWaiting,
    event: 'intent.canceled',
    approval: 'canceled',
    after: (intent, { now }) => ({ ...intent, status: 'canceled', canceledAt: now }),
  },
}

/** One decision of a person or a caller about one intent (contract, section 9). Of two the second finds it decided. */
export function decideIntent(
  batch: Batch,
  card: LoadedCard,
  { intent, command }: { intent: IntentState; command: DecideIntentCommand },
): Outcome {
  const rule = rules[command.kind]
  const before = current(batch, intent)
  if (!rule.applies(before)) return notPending(before, command)
  if (command.kind === 'approve_intent' && isSelfApproval(batch, card, { intent: before, command })) {
    return { kind: 'refused', code: 'self_approval' }
  }
  const { actorId, note } = command
  const { now } = batch
  const after = rule.after(before, { actorId, note, now })
  const isCancel = command.kind === 'cancel_intent'
  change(batch, after, { status: rule.approval, decidedBy: actorId, decidedAt: now, note: isCancel ? null : note })
  batch.changes.events.push(intentEvent(rule.event, after, now))
  return { kind: 'intent', intent: after, isExisting: false }
}

/**
 * Whether the caller declared the intent itself, where the policy of this moment asks for another approver. A key is one
 * actor whatever its secret: rotating it makes nobody else of it.
 */
const isSelfApproval = (
  { set }: Batch,
  card: LoadedCard,
  { intent, command }: { intent: IntentState; command: DecideIntentCommand },
): boolean =>
  intent.declaredBy === command.actorId && effectivePolicy(subjectOfCard(set, card)).policy.requireSeparateApprover

/** Of two people who approve at once, the second learns that the first has. */
function notPending({ status, decidedBy, decidedAt }: IntentState, { kind }: DecideIntentCommand): Outcome {
  const isApproved = status !== 'rejected' && decidedBy !== null && decidedAt !== null
  if (kind === 'cancel_intent' || !isApproved) {
    return { kind: 'refused', code: 'intent_not_pending', message: `The intent is ${status}.`, details: { status } }
  }
  const approvedAt = timestamp(decidedAt)
  return {
    kind: 'refused',
    code: 'intent_not_pending',
    message: `The intent was approved at ${approvedAt} by ${decidedBy} and is ${status}.`,
    details: { status, reason: 'already_approved', approvedBy: decidedBy, approvedAt },
  }
}
