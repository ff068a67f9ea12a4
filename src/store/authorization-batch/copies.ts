import type { WorkingSet } from '../../domain/batch/working-set.ts'
import type { Spend } from '../../domain/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import { noHistory, type SpendHistory } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'

const MOST_CARDS = 100_000
const MOST_ENTRIES = 2_000_000

/**
 * What stands beneath a customer, as far as this node has met it. A card that is here has its agent, its spend and its
 * pending intents here too.
 */
export interface Family extends Pick<WorkingSet, 'agents' | 'cards' | 'spend' | 'intents'> {
  /** The older entries of each level's spend, as stored. */
  readonly histories: Map<string, SpendHistory>
}

interface Copy extends Family {
  version: string
}

/**
 * Copies of what decisions read, kept by a node between its batches, so that a customer whose purchases come to one node
 * costs no reading. A copy is used only under the customer's lock and only in the version that the locked row names:
 * whoever changes anything beneath a customer, on whatever node, gives it a new one. Only what is committed is kept.
 */
export class Copies {
  #copies = new Map<string, Copy>()
  #customers = new Map<string, string>()
  #entries = 0

  /** The customer of a card, as far as batches have shown it. A card never changes its customer. */
  customerOf(cardId: string): string | undefined {
    return this.#customers.get(cardId)
  }

  /** Whether there is a copy of the card, in whatever version. */
  has(cardId: string): boolean {
    const customerId = this.#customers.get(cardId)
    return customerId !== undefined && this.#copies.get(customerId)?.cards.has(cardId) === true
  }

  get(customerId: string, version: string): Family | undefined {
    const copy = this.#copies.get(customerId)
    return copy?.version === version ? copy : undefined
  }

  /** A level's history in that version of its own: true whatever has become of the rest of the copy. */
  history({ customer_id, subject_id, history_version }: SpendRow): SpendHistory | undefined {
    if (history_version === 0) return noHistory
    const known = this.#copies.get(customer_id)?.histories.get(subject_id)
    return known?.version === history_version ? known : undefined
  }

  /** Keeps what a committed batch leaves behind. */
  keep({ family, found, left }: CommittedFamilies): void {
    const cards = Map.groupBy(family.cards.values(), (card) => card.customerId)
    for (const [customerId, own] of cards) {
      const part = emptyFamily()
      useCopies(
        family,
        own.map(({ id }) => id),
        part,
      )
      const version = present(found.get(customerId), 'the customer of a card was locked')
      this.#keep(customerId, { found: version, left: left(customerId) ?? version }, part)
    }
  }

  #keep(customerId: string, versions: { found: string; left: string }, family: Family): void {
    this.#makeRoom()
    const copy = this.#copyAt(customerId, versions.found)
    copy.version = versions.left
    for (const [id, spend] of family.spend) this.#count(spend, copy.spend.get(id))
    for (const id of family.cards.keys()) this.#customers.set(id, customerId)
    merge(copy, family)
  }

  /** The copy in that version; in place of another one its histories alone. */
  #copyAt(customerId: string, version: string): Copy {
    const copy = this.#copies.get(customerId)
    if (copy?.version === version) return copy
    for (const spend of copy?.spend.values() ?? []) this.#count(undefined, spend)
    const fresh = { version, ...emptyFamily(), ...(copy && { histories: copy.histories }) }
    this.#copies.set(customerId, fresh)
    return fresh
  }

  #count(added: Spend | undefined, gone: Spend | undefined): void {
    this.#entries += entriesIn(added) - entriesIn(gone)
  }

  #makeRoom(): void {
    if (this.#customers.size <= MOST_CARDS && this.#entries <= MOST_ENTRIES) return
    this.#copies.clear()
    this.#customers.clear()
    this.#entries = 0
  }
}

const entriesIn = (spend: Spend | undefined): number => (spend ? spend.older.length + spend.recent.length : 0)

/** Of the cards of one batch, each of whose customers it found in one version and left in another. */
export interface CommittedFamilies {
  readonly family: Family
  readonly found: ReadonlyMap<string, string>
  /** Undefined: as it was found. */
  left(customerId: string): string | undefined
}

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

/** Brings the copies of some cards, with all that belongs to them, into a batch's working set. */
export function useCopies(family: Family, cardIds: readonly string[], into: Family): void {
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
