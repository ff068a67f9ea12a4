import type { CardMoves } from '../store/history/ledger-rows.ts'

/**
 * The status that a card's events lead to; null where no order of them is possible. Only the numbers of events are used, because the clocks
 * of two nodes need not agree: a card is frozen and unfrozen alternately, and freezing a frozen card has no event.
 */
export function statusByEvents({ creations, created_as, freezes, closings }: CardMoves): string | null {
  if (creations !== 1 || closings > 1) return null
  if (closings === 1) return 'closed'
  const frozen = freezes + (created_as === 'frozen' ? 1 : 0)
  if (frozen === 0) return 'active'
  return frozen === 1 ? 'frozen' : null
}
