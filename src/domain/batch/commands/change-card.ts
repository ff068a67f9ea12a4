import type { CardChange } from '../../changes/card.ts'
import { addChange, consequencesOf } from '../../changes/card-consequences.ts'
import { audit, type Batch } from '../batch.ts'
import { tell } from '../journal.ts'
import type { LoadedCard } from '../working-set.ts'

/**
 * Changes a card of the working set, with everything that follows from it. Every command changes cards through this function.
 * `sequence`: the number of the decision or step that changes it.
 */
export function changeCard(batch: Batch, change: CardChange, sequence: number): LoadedCard {
  const { set, changes, now } = batch
  const consequences = consequencesOf(change, now)
  set.cards.set(change.after.id, change.after)
  addChange(changes.cards, change, consequences)
  audit(batch, consequences.audited)
  tell(batch, sequence, consequences.events)
  return change.after
}
