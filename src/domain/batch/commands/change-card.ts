import { usedChange } from '../../audit/audited.ts'
import { cardLife } from '../../lifecycles/card.ts'
import { isFinal } from '../../lifecycles/moves.ts'
import { audit, type Batch } from '../batch.ts'
import type { LoadedCard } from '../working-set.ts'

/**
 * Changes a card of the working set. Every command changes cards through this function, so that the moment of a closing is saved
 * whatever the command closed the card for: by that moment the card's number is destroyed later.
 */
export function changeCard(batch: Batch, before: LoadedCard, after: LoadedCard): void {
  const { set, changes, now } = batch
  const isClosing = isFinal(cardLife, after.status) && !isFinal(cardLife, before.status)
  set.cards.set(after.id, after)
  changes.cards.set(after.id, { closedAt: isClosing ? now : (changes.cards.get(after.id)?.closedAt ?? null) })
  audit(batch, usedChange(before, after))
}
