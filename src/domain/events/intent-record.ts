import type { IntentEventData } from '../../contract/events.ts'
import { intentApiAnswer } from '../intents/intent-answer.ts'
import { intentAtCorrection } from '../intents/intent-declaration.ts'
import { type IntentState, uncanceledIntentFields, undecidedIntentFields } from '../intents/intent.ts'
import type { IntentEventType } from './events.ts'

/** The data of an intent's event as they are stored. */
export type StoredIntentData = Omit<IntentEventData, 'intent'>

/** A stored event about an intent. `at`: when it happened, in Unix milliseconds. */
export interface StoredIntentEvent {
  readonly type: IntentEventType
  readonly data: StoredIntentData
  readonly at: number
}

/**
 * Makes the data of a stored event about an intent whole: adds `intent`, which is the intent as it was right after the event. `latest`: the
 * intent as it is now. It is enough for this, because later changes only add fields, except to the expiry, which is stored with the event,
 * and to the declaration, of which the intent keeps all earlier versions. The event's type says which of two changes in one millisecond
 * came first. Only a report is left out of the other events of its millisecond.
 */
export function intentEventData({ type, data, at }: StoredIntentEvent, latest: IntentState): IntentEventData {
  const { status } = data
  const declaration = intentAtCorrection(latest, data.corrections ?? 0)
  const isMet = status === 'matched' || status === 'mismatched'
  const then: IntentState = {
    ...declaration,
    status,
    expiresAt: Date.parse(data.expiresAt),
    ...(BEFORE_DECISION.has(type) ? { ...undecidedIntentFields, corrections: declaration.corrections } : {}),
    ...(status === 'canceled' ? {} : uncanceledIntentFields),
    ...(isMet ? {} : { matchedAt: null, transactionId: null, matchResult: null }),
    report: reportThen(data, latest, at),
  }
  return { ...data, intent: intentApiAnswer(then) }
}

/** Events of intents that nobody has decided about. */
const BEFORE_DECISION: ReadonlySet<IntentEventType> = new Set([
  'intent.created',
  'intent.corrected',
  'intent.pending_approval',
])

function reportThen(data: StoredIntentData, { report }: IntentState, at: number): IntentState['report'] {
  if (data.report !== undefined) return data.report
  return report !== null && Date.parse(report.reportedAt) < at ? report : null
}
