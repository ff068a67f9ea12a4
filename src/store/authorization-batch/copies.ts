import type { SequencedCustomer, WorkingSet } from '../../domain/batch/working-set.ts'
import type { Spend } from '../../domain/spend-windows.ts'
import { present } from '../../lib/assert.ts'
import type { Subscriber } from '../outbox.ts'
import { noHistory, type SpendHistory } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'

const MOST_CARDS = 100_000
const MOST_ENTRIES = 2_000_000
const MOST_ACCOUNTS = 10_000

/**
 * What stands beneath a customer, as far as this node has met it. A card that is here has its agent, its spend and its
 * pending intents here too.
 */
export interface Family extends Pick<WorkingSet, 'agents' | 'cards' | 'spend' | 'intents'> {
  /** The older entries of each level's spend, as stored. */
  readonly histories: Map<string, SpendHistory>
}

interface Copy extends Family {
  customer: SequencedCustomer
  version: string
  /** Batches in a row that found it true. */
  calm: number
  /** Batches in flight that leave it behind. While there are any, it may turn out never to have been. */
  unconfirmed: number
}

/**
 * Copies of what decisions read, kept by a node between its batches, so that a customer whose purchases come to one node
 * costs no reading. A copy is used only under the customer's lock and only in the version that the locked row names:
 * whoever changes anything beneath a customer, on whatever node, gives it a new one.
 */
export class Copies {
  readonly #calm: number
  #copies = new Map<string, Copy>()
  #customers = new Map<string, string>()
  #subscribers = new Map<string, readonly Subscriber[]>()
  #entries = 0

  /** `calm`: so many batches in a row must have found a copy true before one is decided ahead of its locks on it. */
  constructor(calm: number) {
    this.#calm = calm
  }

  /** The customer of a card, as far as batches have shown it. A card never changes its customer. */
  customerOf(cardId: string): string | undefined {
    return this.#customers.get(cardId)
  }

  /** Whether there is a copy of the card, in whatever version. */
  has(cardId: string): boolean {
    return this.#copyOf(cardId)?.cards.has(cardId) === true
  }

  get(customerId: string, version: string): Family | undefined {
    const copy = this.#copies.get(customerId)
    return copy?.version === version ? copy : undefined
  }

  /** A level's history in that version of its own: true whatever has become of the rest of the copy. */
  history({ customer_id, subject_id, history_version }: SpendRow): SpendHistory | undefined {
    if (history_version === 0) return noHistory
    const copy = this.#copies.get(customer_id)
    if (copy === undefined || copy.unconfirmed > 0) return undefined
    const known = copy.histories.get(subject_id)
    return known?.version === history_version ? known : undefined
  }

  /** What decisions on these cards will find, unless somebody else comes first. Nothing where that is likely or unknown. */
  foreseen(cardIds: Iterable<string>): Foreseen | undefined {
    const foreseen: Foreseen = { family: { ...emptyFamily(), customers: new Map() }, versions: new Map() }
    for (const cardId of cardIds) {
      const copy = this.#copyOf(cardId)
      if (copy === undefined || copy.calm < this.#calm || !copy.cards.has(cardId)) return undefined
      foreseen.family.customers.set(copy.customer.id, copy.customer)
      foreseen.versions.set(copy.customer.id, copy.version)
      useCopies(copy, [cardId], foreseen.family)
    }
    return foreseen
  }

  /** The webhooks of an account, as the last batch that looked has found them. */
  subscribersOf(accountId: string): readonly Subscriber[] | undefined {
    return this.#subscribers.get(accountId)
  }

  keepSubscribers(accountIds: Iterable<string>, subscribers: readonly Subscriber[]): void {
    if (this.#subscribers.size > MOST_ACCOUNTS) this.#subscribers.clear()
    for (const accountId of accountIds) {
      this.#subscribers.set(
        accountId,
        subscribers.filter((subscriber) => subscriber.accountId === accountId),
      )
    }
  }

  /** Keeps what a committed batch leaves behind. */
  keep(left: LeftFamilies): void {
    this.#keep(left)
  }

  /** Keeps what a batch in flight will leave behind, should it be committed: the next one is decided on it. */
  assume(left: LeftFamilies): Assumption {
    const copies = this.#keep(left)
    for (const copy of copies) copy.unconfirmed += 1
    return {
      confirm: () => {
        for (const copy of copies) copy.unconfirmed -= 1
      },
      withdraw: () => {
        for (const customerId of left.found.keys()) this.#drop(customerId)
      },
    }
  }

  #copyOf(cardId: string): Copy | undefined {
    const customerId = this.#customers.get(cardId)
    return customerId === undefined ? undefined : this.#copies.get(customerId)
  }

  #keep({ family, found, left }: LeftFamilies): Copy[] {
    this.#makeRoom()
    return [...Map.groupBy(family.cards.values(), (card) => card.customerId)].map(([customerId, cards]) => {
      const version = present(found.get(customerId), 'the customer of a card was locked')
      const customer = present(family.customers.get(customerId), 'the customer of a card was loaded')
      const copy = this.#copyAt(customer, version)
      copy.version = left(customerId) ?? version
      copy.customer = customer
      const part = emptyFamily()
      useCopies(
        family,
        cards.map(({ id }) => id),
        part,
      )
      for (const { id } of cards) this.#customers.set(id, customerId)
      for (const [id, spend] of part.spend) this.#count(spend, copy.spend.get(id))
      merge(copy, part)
      return copy
    })
  }

  /** The copy in that version; in place of another one its histories alone. */
  #copyAt(customer: SequencedCustomer, version: string): Copy {
    const copy = this.#copies.get(customer.id)
    if (copy?.version === version) {
      copy.calm += 1
      return copy
    }
    const histories = copy?.unconfirmed === 0 ? copy.histories : new Map<string, SpendHistory>()
    this.#drop(customer.id)
    const fresh = { ...emptyFamily(), customer, version, histories, calm: 0, unconfirmed: 0 }
    this.#copies.set(customer.id, fresh)
    return fresh
  }

  #drop(customerId: string): void {
    for (const spend of this.#copies.get(customerId)?.spend.values() ?? []) this.#count(undefined, spend)
    this.#copies.delete(customerId)
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

const entriesIn = (spend: Spend | undefined): number => (spend ? spend.older.length + spend.recent.entries.length : 0)

/** What stands beneath some customers, and themselves. */
export interface Families extends Family, Pick<WorkingSet, 'customers'> {}

/** What a batch that was not decided yet will find, and in which version of each customer. */
export interface Foreseen {
  readonly family: Families
  readonly versions: Map<string, string>
}

/** What stands beneath the customers of one batch after it: each of them found in one version and left in another. */
export interface LeftFamilies {
  readonly family: Families
  readonly found: ReadonlyMap<string, string>
  /** Undefined: as it was found. */
  left(customerId: string): string | undefined
}

/** Copies that are true once a batch is committed. One of the two is said when it has ended. */
export interface Assumption {
  confirm(): void
  /** The batch was not committed, or nobody knows: its customers are read again. */
  withdraw(): void
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
