import { isoTimestamp } from '../../../lib/clock.ts'
import { MINUTE_MS } from '../../../lib/clock.ts'
import { effectivePolicy } from '../../decision/cascade.ts'
import type { IntentState } from '../../intents/intent.ts'
import { declaredValidMinutesOfIntent } from '../../intents/approval.ts'
import { intentStatusChange } from '../../changes/intent.ts'
import { decisionSubjectChangedDetails, intentSubject } from '../../changes/subject.ts'
import type { EngineBatch } from '../batch.ts'
import type { DecideIntentCommand } from './commands.ts'
import { intentCommandOutcome } from '../intent-outcome.ts'
import { changeIntentInBatch, latestIntentInBatch } from '../intents.ts'
import { withOneTimeCard } from '../one-time-card.ts'
import type { EngineCommandOutcome, EngineCommandRefusal } from '../outcome.ts'
import { subjectOfCard } from '../working-set.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

interface DecisionFields extends Pick<DecideIntentCommand, 'actorId' | 'note' | 'validMinutes'> {
  readonly now: number
}

/** The effect of a decision on an intent: the status that the intent gets, and the fields that are set. */
interface Ruling {
  readonly to: 'pending' | 'rejected' | 'canceled'
  kept(intent: IntentState, by: DecisionFields): Partial<IntentState>
  /** The obstacle to this decision about an intent whose status would allow it. Null: there is none. */
  obstacle?(intent: IntentState): EngineCommandRefusal | null
}

export const intentDecisionOutcomes: Readonly<Record<DecideIntentCommand['kind'], Ruling>> = {
  /** The intent's TTL starts again at the approval, because the person may have taken a day to decide. */
  approve_intent: {
    to: 'pending',
    kept: ({ declared }, { actorId, note, validMinutes = declaredValidMinutesOfIntent(declared), now }) => ({
      decidedBy: actorId,
      decisionNote: note,
      decidedAt: now,
      expiresAt: now + validMinutes * MINUTE_MS,
    }),
  },
  reject_intent: {
    to: 'rejected',
    kept: (_intent, { actorId, note, now }) => ({ decidedBy: actorId, decidedAt: now, decisionNote: note }),
  },
  /** An intent can be canceled while it waits for a person and while it waits for its purchase. */
  cancel_intent: { to: 'canceled', kept: (_intent, { now }) => ({ canceledAt: now }) },
  /**
   * An approval can be taken back until a purchase matches the intent. Everybody who may approve may also take back an approval, because
   * that only reduces what can be bought.
   */
  revoke_approval: {
    to: 'canceled',
    kept: (_intent, { actorId, note, now }) => ({ canceledAt: now, revokedBy: actorId, revocationReason: note }),
    obstacle: ({ decidedBy, status }) =>
      decidedBy === null ? { kind: 'refused', code: 'intent_not_approved', details: { status } } : null,
  },
}

/**
 * Applies the decision of a person or a caller to an intent (contract, section 9). The command is refused if the intent is decided already.
 */
export function decideIntent(
  batch: EngineBatch,
  card: LoadedCard,
  { intent, command }: { intent: IntentState; command: DecideIntentCommand },
): EngineCommandOutcome {
  const { to, kept, obstacle } = intentDecisionOutcomes[command.kind]
  const { actorId, validMinutes } = command
  const { now } = batch
  const before = latestIntentInBatch(batch, intent)
  const note = command.kind === 'cancel_intent' ? null : command.note
  const change = intentStatusChange(before, to, {
    kept: kept(before, { actorId, note: command.note, validMinutes, now }),
    by: { decidedBy: actorId, decidedAt: now, note },
  })
  if (change === null) return notPending(before, command)
  const refused = obstacle?.(before) ?? null
  if (refused !== null) return refused
  const details = decisionSubjectChangedDetails(intentSubject(before), command.shown)
  if (details !== null) return { kind: 'refused', code: 'subject_changed', details }
  if (command.kind === 'approve_intent' && isSelfApproval(batch, card, { intent: before, command })) {
    return { kind: 'refused', code: 'self_approval' }
  }
  const after = changeIntentInBatch(batch, { ...change, after: withOneTimeCard(batch, card, change.after) })
  return intentCommandOutcome(batch, card, after, { isExisting: false })
}

/**
 * Whether the caller, or somebody who made the caller's API key, declared the intent, if the present policy requires a separate approver. A
 * key stays the same actor when its secret is rotated.
 */
const isSelfApproval = (
  { set }: EngineBatch,
  card: LoadedCard,
  { intent, command }: { intent: IntentState; command: DecideIntentCommand },
): boolean =>
  (intent.declaredBy === command.actorId || command.makers?.has(intent.declaredBy) === true) &&
  effectivePolicy(subjectOfCard(set, card)).policy.requireSeparateApprover

/**
 * The refusal of a decision about an intent that is not pending. Of two people who approve at the same time, the second learns who was
 * first.
 */
function notPending(intent: IntentState, { kind }: DecideIntentCommand): EngineCommandRefusal {
  const { status, decidedBy, decidedAt } = intent
  if (kind === 'revoke_approval') return notRevocable(intent)
  const isApproved = status !== 'rejected' && decidedBy !== null && decidedAt !== null
  if (kind === 'cancel_intent' || !isApproved) {
    return { kind: 'refused', code: 'intent_not_pending', message: `The intent is ${status}.`, details: { status } }
  }
  const approvedAt = isoTimestamp(decidedAt)
  return {
    kind: 'refused',
    code: 'intent_not_pending',
    message: `The intent was approved at ${approvedAt} by ${decidedBy} and is ${status}.`,
    details: { status, reason: 'already_approved', approvedBy: decidedBy, approvedAt },
  }
}

/** The refusal to take back the approval of an intent that has ended. Of two people who take it back, the second learns who was first. */
function notRevocable({ status, transactionId, revokedBy, canceledAt }: IntentState): EngineCommandRefusal {
  const refused = { kind: 'refused', code: 'intent_not_pending' } as const
  if (revokedBy !== null && canceledAt !== null) {
    const revokedAt = isoTimestamp(canceledAt)
    return {
      ...refused,
      message: `The approval was revoked at ${revokedAt} by ${revokedBy}.`,
      details: { status, reason: 'already_revoked', revokedBy, revokedAt },
    }
  }
  const met = transactionId === null ? {} : { transactionId }
  return { ...refused, message: `The intent is ${status}.`, details: { status, ...met } }
}
