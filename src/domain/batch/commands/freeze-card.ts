import { cardStatusChange } from '../../changes/card.ts'
import type { Decision } from '../../ladder/decision.ts'
import type { EngineBatch } from '../batch.ts'
import { changeCard } from '../change-card.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/**
 * Freezes the card of a declined purchase, if the policy demands that. `freeze`: the reason to freeze the card. Undefined: the card stays
 * as it is.
 */
export function freezeAfterDecline(
  batch: EngineBatch,
  card: LoadedCard,
  { freeze, sequence }: { freeze: Decision['freeze']; sequence: number },
): void {
  const change = freeze ? cardStatusChange(card, { to: 'frozen', reason: freeze }) : null
  if (change !== null) changeCard(batch, change, sequence)
}
