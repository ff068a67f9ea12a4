import type { CardChange, WholeCard } from '../../domain/changes/card.ts'
import { addChange, type ChangedCard, consequencesOf } from '../../domain/changes/card-consequences.ts'
import type { Saving } from '../changes/saving.ts'
import { cardQueries } from './card-queries.ts'

/** What saves changed cards, with all that follows from it. Later changes of a card go on from earlier ones. `now`: Unix milliseconds. */
export function cardSaving(changes: readonly CardChange<WholeCard>[], now: number): Saving {
  const cards = new Map<string, ChangedCard<WholeCard>>()
  const followed = changes.map((change) => {
    const consequences = consequencesOf(change, now)
    addChange(cards, change, consequences)
    return consequences
  })
  return {
    customerIds: changes.map(({ after }) => after.customerId),
    audited: followed.map(({ audited }) => audited),
    queries: cardQueries([...cards.values()]),
    events: followed.flatMap(({ events }) => events),
  }
}
