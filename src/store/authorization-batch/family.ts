import type { WorkingSet } from '../../domain/batch/working-set.ts'
import { noHistory, type SpendHistory } from '../spend-state.ts'

/**
 * What stands beneath a customer, as far as this node has met it. A card that is here has its agent, its spend and its
 * pending intents here too.
 */
export interface Family extends Pick<WorkingSet, 'agents' | 'cards' | 'spend' | 'intents'> {
  /** The older entries of each level's spend, as stored. */
  readonly histories: Map<string, SpendHistory>
}

/** What stands beneath some customers, and themselves. */
export interface Families extends Family, Pick<WorkingSet, 'customers'> {}

export const emptyFamily = (): Family => ({
  agents: new Map(),
  cards: new Map(),
  spend: new Map(),
  histories: new Map(),
  intents: new Map(),
})

/** Adds a family to another; what both have is afterwards as it was in `more`. */
export function merge(family: Family, more: Family): void {
  for (const part of ['agents', 'cards', 'spend', 'histories', 'intents'] as const) {
    for (const [id, state] of more[part]) (family[part] as Map<string, unknown>).set(id, state)
  }
}

/** Brings some cards, with all that belongs to them, into another family. */
export function addCards(family: Family, cardIds: Iterable<string>, into: Family): void {
  for (const cardId of cardIds) {
    const card = family.cards.get(cardId)
    if (card === undefined) continue
    into.cards.set(cardId, card)
    into.intents.set(cardId, family.intents.get(cardId) ?? [])
    const agent = card.agentId === null ? undefined : family.agents.get(card.agentId)
    if (agent !== undefined) into.agents.set(agent.id, agent)
    for (const id of [cardId, card.agentId, card.customerId]) {
      const spend = id === null ? undefined : family.spend.get(id)
      if (id === null || spend === undefined) continue
      into.spend.set(id, spend)
      into.histories.set(id, family.histories.get(id) ?? noHistory)
    }
  }
}
