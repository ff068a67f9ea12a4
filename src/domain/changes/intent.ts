import type { IntentReport } from '../../contract/resources/intents.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { timestamp } from '../../lib/clock.ts'
import { intentDecisionChange } from '../audit/audited.ts'
import type { ResourceChange } from '../audit/record.ts'
import { type DomainEvent, intentEvent, type IntentEventType } from '../events/events.ts'
import { type EndedApproval, type IntentState, isOverdue } from '../intents/intent.ts'
import { intentLife } from '../lifecycles/intent.ts'
import { canBecome } from '../lifecycles/moves.ts'

/** What a change makes of an intent. Nothing is saved yet: see `intentConsequences` for what follows from it. */
export interface IntentChange {
  readonly before: IntentState
  readonly after: IntentState
  readonly event: IntentEventType
  /** How the wait for a person ends, where the intent waited for one. */
  readonly end: End | null
  /** Whether time has made the change, and not whoever asks for something meanwhile. */
  readonly isByTime: boolean
}

type End = Omit<EndedApproval, 'intentId'>
type Ending = 'pending' | 'rejected' | 'canceled' | 'expired'

/** What somebody keeps with an intent, and how it ends the wait for a person. */
interface Decision {
  readonly kept: Partial<IntentState>
  readonly by: Omit<End, 'status'>
}

/** Moves an intent by somebody's decision. Null: it cannot become that any more. */
export function decidedIntent(intent: IntentState, to: Ending, { kept, by }: Decision): IntentChange | null {
  if (!canBecome(intentLife, intent.status, to)) return null
  const { event, approval: status } = intentLife[to]
  const hasWaited = intent.status === 'pending_approval'
  const after = { ...intent, status: to, ...kept }
  return { before: intent, after, event, end: hasWaited ? { status, ...by } : null, isByTime: to === 'expired' }
}

const byTime: Decision = { kept: {}, by: { decidedBy: null, decidedAt: null, note: null } }

/** Ends an intent whose time is over. Null: it is not, or the intent has ended. `now`: Unix milliseconds. */
export const expiredIntent = (intent: IntentState, now: number): IntentChange | null =>
  isOverdue(intent, now) ? decidedIntent(intent, 'expired', byTime) : null

/** Keeps how the purchase of an intent has ended, as its agent says. Null: the same is kept already. */
export function reportedIntent(
  intent: IntentState,
  said: Omit<IntentReport, 'reportedAt' | 'reportedBy'>,
  { by, now }: { readonly by: string; readonly now: number },
): IntentChange | null {
  if (isRepeated(intent, said)) return null
  const after = { ...intent, report: { ...said, reportedAt: timestamp(now), reportedBy: by } }
  return { before: intent, after, event: 'intent.reported', end: null, isByTime: false }
}

function isRepeated({ report }: IntentState, said: object): boolean {
  if (report === null) return false
  const { reportedAt: _at, reportedBy: _by, ...earlier } = report
  return canonicalJson(earlier) === canonicalJson(said)
}

/** What follows from a change of an intent, whoever makes it: a batch of the engine, a request or a sweep. */
export interface IntentConsequences {
  readonly audited: ResourceChange
  readonly events: readonly DomainEvent[]
}

/** `at`: when the change is made, Unix milliseconds. */
export const intentConsequences = ({ before, after, event, end }: IntentChange, at: number): IntentConsequences => ({
  audited: intentDecisionChange(before, after, end),
  events: [intentEvent(event, after, at)],
})

/** A changed intent that is to be saved, after one change or several. */
export interface ChangedIntent {
  readonly before: IntentState
  readonly after: IntentState
  readonly end: End | null
}

/** Adds a change to the changed intents of a transaction, by id. An intent waits for a person once, so one change ends the wait. */
export function addIntentChange(intents: Map<string, ChangedIntent>, { before, after, end }: IntentChange): void {
  const earlier = intents.get(after.id)
  intents.set(after.id, { before: earlier?.before ?? before, after, end: earlier?.end ?? end })
}
