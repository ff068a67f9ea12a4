import type { Policy } from '../../../contract/policy.ts'
import {
  foldEntry,
  headAfter,
  levelsOfEntry,
  type JournalEntry,
  type JournalHead,
} from '../../../domain/batch/journal-entry.ts'
import type { LoadedAgent, LoadedCard, LoadedCustomer, LoadedIntent } from '../../../domain/batch/working-set.ts'
import { nothingSpent, type Spend } from '../../../domain/spend/spend-windows.ts'

/** What a level (card, agent, customer) has spent, and how many entries of the journal were folded into that. */
export interface Fold {
  readonly spend: Spend
  readonly entries: number
}

export const noFold: Fold = { spend: nothingSpent, entries: 0 }

export const foldNext = ({ spend, entries }: Fold, entry: JournalEntry): Fold => ({
  spend: foldEntry(spend, entry),
  entries: entries + 1,
})

/** A card as decisions read it, with its pending intents. */
export interface CachedCard {
  readonly state: LoadedCard
  readonly intents: readonly LoadedIntent[]
}

/** What stands beneath a customer and does not follow from its journal: true in one version of it. */
export interface Configuration {
  readonly version: string
  readonly customer: Omit<LoadedCustomer, 'last'>
  readonly agents: ReadonlyMap<string, LoadedAgent>
  readonly cards: ReadonlyMap<string, CachedCard>
}

/** Bytes, about: as the heap of a node has grown by them. */
const CUSTOMER_BYTES = 1_000
const CARD_BYTES = 2_000
const FOLD_BYTES = 300
const ENTRY_BYTES = 80
const INTENT_BYTES = 500
/** Of an entry of a policy's list: a merchant is kept with the forms in which its name is compared. */
const LISTED_BYTES = 2_000

/** One customer as far as a node has met it: folds of its journal, all at one head, and its configuration in one version. */
export class CachedCustomer {
  readonly id: string
  #head: JournalHead
  readonly #folds = new Map<string, Fold>()
  #configuration: (Configuration & { agents: Map<string, LoadedAgent>; cards: Map<string, CachedCard> }) | null = null
  /** Many cards share a policy: each object weighs once. */
  #policies = new Set<Policy>()
  #foldBytes = 0
  #configurationBytes = 0

  constructor(id: string, head: JournalHead) {
    this.id = id
    this.#head = head
  }

  /** The last entry that is in the folds. */
  get head(): JournalHead {
    return this.#head
  }

  get configuration(): Configuration | null {
    return this.#configuration
  }

  /** What it weighs, about. */
  get bytes(): number {
    return CUSTOMER_BYTES + this.#foldBytes + this.#configurationBytes
  }

  fold(level: string): Fold | undefined {
    return this.#folds.get(level)
  }

  /** A level's fold at the head. */
  setFold(level: string, fold: Fold): void {
    const before = this.#folds.get(level)
    this.#foldBytes += bytesOfFold(fold) - (before === undefined ? 0 : bytesOfFold(before))
    this.#folds.set(level, fold)
  }

  /** Moves the head on, and the levels that entries have changed with it. */
  advance(head: JournalHead, folds: Iterable<readonly [level: string, fold: Fold]>): void {
    for (const [level, fold] of folds) this.setFold(level, fold)
    this.#head = head
  }

  /** Folds the entry after the head into the levels that are here. */
  append(entry: JournalEntry): void {
    for (const level of levelsOfEntry(entry)) {
      const fold = this.#folds.get(level)
      if (fold !== undefined) this.setFold(level, foldNext(fold, entry))
    }
    this.#head = headAfter(entry)
  }

  /** Begins with nothing but the customer itself, in a version. */
  configure(version: string, customer: Omit<LoadedCustomer, 'last'>): void {
    this.#configuration = { version, customer, agents: new Map(), cards: new Map() }
    this.#policies = new Set()
    this.#configurationBytes = 0
    this.#weighPolicy(customer.policy)
  }

  /** Adds what was found in the version that is here. */
  addAgent(agent: LoadedAgent): void {
    this.#configuration?.agents.set(agent.id, agent)
    this.#weighPolicy(agent.policy)
  }

  addCard(card: CachedCard): void {
    const before = this.#configuration?.cards.get(card.state.id)
    this.#configurationBytes += bytesOfCard(card) - (before === undefined ? 0 : bytesOfCard(before))
    this.#configuration?.cards.set(card.state.id, card)
    this.#weighPolicy(card.state.policy)
  }

  /** The same under its next name: what has changed is known, and follows. */
  rename(version: string): void {
    if (this.#configuration !== null) this.#configuration = { ...this.#configuration, version }
  }

  #weighPolicy(policy: Policy): void {
    if (this.#policies.has(policy)) return
    this.#policies.add(policy)
    this.#configurationBytes += bytesOfPolicy(policy)
  }
}

const bytesOfFold = ({ spend: { older, recent } }: Fold): number =>
  FOLD_BYTES + ENTRY_BYTES * (older.length + recent.entries.length)

const bytesOfCard = ({ intents }: CachedCard): number => CARD_BYTES + INTENT_BYTES * intents.length

const bytesOfPolicy = (policy: Policy): number =>
  Object.values(policy).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? LISTED_BYTES * value.length : 0),
    LISTED_BYTES,
  )
