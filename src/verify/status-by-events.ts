import type { CardMoves } from '../store/history/ledger-rows.ts'

/**
 * The status that a card must have after its events. Null: a card cannot have just these events. The result follows from how many events of
 * each type there are, and not from their times, because the clocks of two nodes need not agree. A card is frozen and unfrozen alternately:
 * freezing a frozen card has no event.
 */
export function statusByEvents({ creations, created_as, freezes, closings }: CardMoves): string | null {
  if (creations !== 1 || closings > 1) return null
  if (closings === 1) return 'closed'
  const frozen = freezes + (created_as === 'frozen' ? 1 : 0)
  if (frozen === 0) return 'active'
  return frozen === 1 ? 'frozen' : null
}
