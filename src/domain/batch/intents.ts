import type { EndedApproval, IntentState } from '../intents/intent.ts'
import { isOverdue, isWaiting } from '../intents/intent.ts'
import { decidedChange } from '../audit/audited.ts'
import { intentEvent } from '../events/events.ts'
import { intentLife } from '../lifecycles/intent.ts'
import type { Batch } from './batch.ts'
import { loadedIntentOf } from './working-set.ts'

/** An intent as it stands now: an overdue one ends here. */
export function current(batch: Batch, intent: IntentState): IntentState {
  const { set, now } = batch
  const latest = set.intentStates.get(intent.id) ?? intent
  if (!isOverdue(latest, now)) return latest
  const expired: IntentState = { ...latest, status: 'expired' }
  const { event, approval } = intentLife.expired
  const end = { status: approval, decidedBy: null, decidedAt: null, note: null }
  change(batch, expired, end)
  batch.changes.audited.push({ ...decidedChange(latest, expired, end), command: null })
  batch.changes.events.push(intentEvent(event, expired, now))
  return expired
}

/** Saves what has become of an intent, and ends the wait for a person, if it waited for one. */
export function change(batch: Batch, intent: IntentState, approval: Omit<EndedApproval, 'intentId'>): void {
  const { set, changes } = batch
  set.intentStates.set(intent.id, intent)
  changes.changedIntents.set(intent.id, intent)
  changes.endedApprovals.push({ intentId: intent.id, ...approval })
  waitAgain(batch, intent)
}

/** Puts an intent among those that wait on its card, as it is now, or takes it away from there. */
export function waitAgain({ set, changes }: Batch, intent: IntentState): void {
  const others = (set.intents.get(intent.cardId) ?? []).filter(({ id }) => id !== intent.id)
  set.intents.set(intent.cardId, isWaiting(intent) ? [...others, loadedIntentOf(intent)] : others)
  changes.intentCards.add(intent.cardId)
}
