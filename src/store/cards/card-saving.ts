import type { UnsavedCardChange, CardWithAllFields } from '../../domain/changes/card.ts'
import { addToChangedCards, type ChangedCardState, cardConsequences } from '../../domain/changes/card-consequences.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { cardQueries } from './card-queries.ts'

/**
 * Makes the statements that save changed cards, with all consequences of the changes. If a card has several changes, each change must begin
 * with the card as the change before has left it. `now`: Unix milliseconds.
 */
export function cardSaveStatements(
  changes: readonly UnsavedCardChange<CardWithAllFields>[],
  now: number,
): ResourceSaveStatements {
  const cards = new Map<string, ChangedCardState<CardWithAllFields>>()
  const followed = changes.map((change) => {
    const consequences = cardConsequences(change, now)
    addToChangedCards(cards, change, consequences)
    return consequences
  })
  return {
    customerIds: changes.map(({ after }) => after.customerId),
    audited: followed.map(({ audited }) => audited),
    queries: cardQueries([...cards.values()]),
    events: followed.flatMap(({ events }) => events),
  }
}
