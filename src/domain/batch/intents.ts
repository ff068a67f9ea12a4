import { closeOneTimeCard } from './one-time-card.ts'
import { addToChangedIntents, expiredIntent, type UnsavedIntentChange, intentConsequences } from '../changes/intent.ts'
import { addIntentKeepingNameIndex, removeIntentsKeepingNameIndex } from '../intents/intended-merchant.ts'
import type { IntentState } from '../intents/intent.ts'
import { isIntentWaiting } from '../intents/intent.ts'
import type { EngineBatch } from './batch.ts'
import { loadedIntentOf } from '../intents/loaded-intent.ts'

/** Returns an intent as the batch's earlier commands have left it. An intent whose time is over expires now. */
export function latestIntentInBatch(batch: EngineBatch, intent: IntentState): IntentState {
  const latest = batch.set.intentStates.get(intent.id) ?? intent
  const expired = expiredIntent(latest, batch.now)
  return expired === null ? latest : changeIntentInBatch(batch, expired)
}

/** Changes an intent of the working set and adds the audit entry and the events of the change. */
export function changeIntentInBatch(batch: EngineBatch, change: UnsavedIntentChange): IntentState {
  const { set, changes, now } = batch
  const { audited, events } = intentConsequences(change, now)
  set.intentStates.set(change.after.id, change.after)
  addToChangedIntents(changes.changedIntents, change)
  changes.audited.push({ ...audited, command: change.isByTime ? null : batch.command })
  changes.events.push(...events)
  if (change.before.oneTimeCardId !== change.after.oneTimeCardId || change.after.status === 'canceled')
    closeOneTimeCard(batch, change.before)
  updateWaitingIntents(batch, change.after)
  return change.after
}

/**
 * Brings the list of a card's waiting intents up to date with a changed intent: adds or replaces the intent, or removes it if it no longer
 * waits.
 */
export function updateWaitingIntents({ set, changes }: EngineBatch, intent: IntentState): void {
  const others = removeIntentsKeepingNameIndex(set.intents.get(intent.cardId) ?? [], ({ id }) => id !== intent.id)
  set.intents.set(
    intent.cardId,
    isIntentWaiting(intent) ? addIntentKeepingNameIndex(others, loadedIntentOf(intent)) : others,
  )
  changes.intentCards.add(intent.cardId)
}
