import type { UnsavedCardChange } from '../changes/card.ts'
import { addToChangedCards, cardConsequences } from '../changes/card-consequences.ts'
import { addAuditedChange, type EngineBatch } from './batch.ts'
import { addEvents } from './append-entry.ts'
import type { LoadedCard } from '../loaded-levels.ts'

/**
 * Changes a card of the working set and adds the audit entry and the events of the change. Every command changes cards through this
 * function. `sequence`: the journal number of the decision or step that changes the card. Undefined: none does.
 */
export function changeCard(batch: EngineBatch, change: UnsavedCardChange, sequence?: number): LoadedCard {
  const { set, changes, now } = batch
  const consequences = cardConsequences(change, now)
  set.cards.set(change.after.id, change.after)
  addToChangedCards(changes.cards, change, consequences)
  addAuditedChange(batch, consequences.audited)
  if (sequence === undefined) changes.events.push(...consequences.events)
  else addEvents(batch, sequence, consequences.events)
  return change.after
}
