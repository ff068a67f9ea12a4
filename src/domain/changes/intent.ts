import type { Policy } from '../../contract/policy.ts'
import type { IntentReport } from '../../contract/resources/intents.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { intentAuditChangeWithoutMatch } from './audited.ts'
import type { ApprovalAskChange } from '../asks/ask.ts'
import type { ResourceChangesOfAct } from '../audit/audited-act.ts'
import { type DomainEvent, intentEvent, type IntentEventType } from '../events/events.ts'
import { type IntentDeclaration, keptIntentDeclaration } from '../intents/intent-declaration.ts'
import {
  approvalIdOfIntent,
  type ApprovalState,
  decisionFieldsOfIntent,
  type EndedApproval,
  type IntentState,
  isIntentOverdue,
} from '../intents/intent.ts'
import { intentLifecycle } from '../lifecycles/intent.ts'
import { lifecycleAllowsStatusChange } from '../lifecycles/moves.ts'

/** An intent before and after a change that is not saved yet. `intentConsequences` gives its audit entry and events. */
export interface UnsavedIntentChange extends ApprovalAskChange<IntentState> {
  readonly before: IntentState
  readonly event: IntentEventType
  /** How the change ends the intent's wait for a person. Null: it ends no such wait. */
  readonly end: WaitEnd | null
  /** The approval that this change asks a person for. Absent: the change asks nobody. */
  readonly asked?: ApprovalState
}

type WaitEnd = Omit<EndedApproval, 'intentId'>
type NextStatus = 'pending' | 'rejected' | 'canceled' | 'expired'

/** The fields that a decision sets: on the intent (`kept`), and on the intent's approval (`by`). */
interface IntentDecision {
  readonly kept: Partial<IntentState>
  readonly by: Omit<WaitEnd, 'status'>
}

/** Makes the change that gives an intent another status. Null: the intent can no longer get that status. */
export function intentStatusChange(
  intent: IntentState,
  to: NextStatus,
  { kept, by }: IntentDecision,
): UnsavedIntentChange | null {
  if (!lifecycleAllowsStatusChange(intentLifecycle, intent.status, to)) return null
  const { event, approval: status } = intentLifecycle[to]
  const after = { ...intent, status: to, ...kept }
  return { before: intent, after, event, end: endOfWait(intent, after, { status, ...by }), isByTime: to === 'expired' }
}

/**
 * How a change ends the intent's wait for a person. Null: the change ends no wait. An approval that is taken back keeps who gave it, when
 * and why.
 */
function endOfWait(before: IntentState, after: IntentState, end: WaitEnd): WaitEnd | null {
  if (before.status === 'pending_approval') return end
  return after.revokedBy === null ? null : { ...decisionFieldsOfIntent(before), status: end.status }
}

const byTime: IntentDecision = { kept: {}, by: { decidedBy: null, decidedAt: null, note: null } }

/** Makes the change that expires an intent. Null: its time is not over, or it has ended already. `now`: Unix milliseconds. */
export const expiredIntent = (intent: IntentState, now: number): UnsavedIntentChange | null =>
  isIntentOverdue(intent, now) ? intentStatusChange(intent, 'expired', byTime) : null

/** The declaration that corrects an intent, with the policy that judged it. */
interface Correction {
  readonly declaration: IntentDeclaration
  readonly policy: Policy
  /** When the intent is corrected, in Unix milliseconds. */
  readonly now: number
}

/**
 * Makes the change that corrects an intent's declaration. The corrected intent waits for a person where a new declaration would. A person
 * who was asked about the earlier declaration is asked again about the corrected one.
 */
export function correctedIntent(intent: IntentState, { declaration, policy, now }: Correction): UnsavedIntentChange {
  const status = declaration.requiresApproval ? 'pending_approval' : 'pending'
  const corrections = [...intent.corrections, keptIntentDeclaration(intent, now)]
  const after: IntentState = { ...intent, ...declaration, status, corrections }
  const isAnswered = intent.status === 'pending_approval' && status === 'pending'
  return {
    before: intent,
    after,
    event: 'intent.corrected',
    end: isAnswered ? { status: intentLifecycle.canceled.approval, ...byTime.by } : null,
    ...(status === 'pending_approval' ? { asked: { id: approvalIdOfIntent(intent.id), intent: after, policy } } : {}),
    isByTime: false,
  }
}

/**
 * Makes the change that stores an agent's report on how the purchase of an intent ended. Null: the same report is stored already. `now`:
 * Unix milliseconds.
 */
export function intentChangeByPurchaseReport(
  intent: IntentState,
  said: Omit<IntentReport, 'reportedAt' | 'reportedBy'>,
  { by, now }: { readonly by: string; readonly now: number },
): UnsavedIntentChange | null {
  if (isRepeated(intent, said)) return null
  const after = { ...intent, report: { ...said, reportedAt: isoTimestamp(now), reportedBy: by } }
  return { before: intent, after, event: 'intent.reported', end: null, isByTime: false }
}

function isRepeated({ report }: IntentState, said: object): boolean {
  if (report === null) return false
  const { reportedAt: _at, reportedBy: _by, ...earlier } = report
  return canonicalJson(earlier) === canonicalJson(said)
}

/**
 * The consequences of a change of an intent, which have to be saved and sent, whether a batch of the engine, a request or a sweep makes the
 * change.
 */
export interface IntentConsequences {
  readonly audited: ResourceChangesOfAct
  readonly events: readonly DomainEvent[]
}

/** Computes the consequences of a change of an intent. `at`: when the change is made, in Unix milliseconds. */
export const intentConsequences = (
  { before, after, event, end, asked }: UnsavedIntentChange,
  at: number,
): IntentConsequences => ({
  audited: intentAuditChangeWithoutMatch(before, after, { end, isAsked: asked !== undefined }),
  events: [
    intentEvent(event, after, at),
    ...(asked && before.status !== after.status
      ? [intentEvent(intentLifecycle.pending_approval.event, after, at)]
      : []),
  ],
})

/** An intent that one or more changes of a transaction have changed, and that has to be saved. */
export interface ChangedIntent {
  readonly before: IntentState
  readonly after: IntentState
  readonly end: WaitEnd | null
  readonly asked?: ApprovalState | undefined
}

/**
 * Adds a change to the changed intents of a transaction, by id. It is merged with earlier changes of the same intent. The last end of its
 * wait for a person counts: an approval, or that the approval was taken back.
 * A change that asks a person undoes the end of an earlier wait.
 */
export function addToChangedIntents(
  intents: Map<string, ChangedIntent>,
  { before, after, end, asked }: UnsavedIntentChange,
): void {
  const earlier = intents.get(after.id)
  intents.set(after.id, {
    before: earlier?.before ?? before,
    after,
    end: asked === undefined ? (end ?? earlier?.end ?? null) : null,
    asked: asked ?? earlier?.asked,
  })
}
