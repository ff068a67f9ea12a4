import type { Decision } from '../../decision/decision.ts'
import type { Batch } from '../batch.ts'
import { changeCard } from './change-card.ts'
import { cardMoved } from '../../events/events.ts'
import { cardLife } from '../../lifecycles/card.ts'
import { canBecome } from '../../lifecycles/moves.ts'
import { tell } from '../journal.ts'
import type { LoadedCard } from '../working-set.ts'

/** Freezes the card, where its policy says so of what was declined. */
export function freezeCard(
  batch: Batch,
  card: LoadedCard,
  { freeze, sequence }: { freeze: Decision['freeze']; sequence: number },
): void {
  if (!freeze || !canBecome(cardLife, card.status, 'frozen')) return
  const frozen = { ...card, status: 'frozen' as const }
  changeCard(batch, card, frozen)
  tell(batch, sequence, [cardMoved(frozen, { to: 'frozen', reason: freeze }, { at: batch.now })])
}
