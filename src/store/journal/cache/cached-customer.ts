import type { Policy } from '../../../contract/policy.ts'
import {
  foldJournalEntryIntoSpend,
  journalHeadOf,
  levelsOfJournalEntry,
  type JournalEntry,
  type JournalHead,
} from '../../../domain/batch/journal-entry.ts'
import type { LoadedCustomer } from '../../../domain/batch/working-set.ts'
import type { LoadedIntent } from '../../../domain/intents/loaded-intent.ts'
import type { LoadedAgent, LoadedCard } from '../../../domain/loaded-levels.ts'
import type { BoughtMerchantNames } from '../../../domain/memories/bought-merchant-names.ts'
import { emptyLevelSpend, type LevelSpend } from '../../../domain/spend/spend-windows.ts'

/** The spend of a level (card, agent or customer), and how many journal entries were folded into it. */
export interface SpendFold {
  readonly spend: LevelSpend
  readonly entries: number
}

export const emptySpendFold: SpendFold = { spend: emptyLevelSpend, entries: 0 }

export const foldNextJournalEntry = ({ spend, entries }: SpendFold, entry: JournalEntry): SpendFold => ({
  spend: foldJournalEntryIntoSpend(spend, entry),
  entries: entries + 1,
})

/** The names of the merchants of all purchases up to an entry of the journal. */
export interface BoughtMerchantsUpTo {
  readonly sequence: number
  readonly names: BoughtMerchantNames
}

/** A card as decisions read it, with its pending intents. */
export interface CachedCard {
  readonly state: LoadedCard
  readonly intents: readonly LoadedIntent[]
}

/** The settings, agents and cards of a customer, which do not follow from its journal. They are true in one version of the customer. */
export interface CustomerConfiguration {
  readonly version: string
  readonly customer: Omit<LoadedCustomer, 'last'>
  readonly agents: ReadonlyMap<string, LoadedAgent>
  readonly cards: ReadonlyMap<string, CachedCard>
}

/** Approximate sizes of cached objects in bytes, measured by how much a node's heap grew. */
const CUSTOMER_BYTES = 1_000
const CARD_BYTES = 2_000
const FOLD_BYTES = 300
const ENTRY_BYTES = 80
const INTENT_BYTES = 500
const NAME_BYTES = 400
/** The size of one entry in a list of a policy, in bytes. A merchant is kept with the forms of its name that are compared. */
const LISTED_BYTES = 2_000

/** The copy of one customer that this node has: folds of its journal, all up to the same head, and its configuration in one version. */
export class CachedCustomer {
  readonly id: string
  #head: JournalHead
  readonly #folds = new Map<string, SpendFold>()
  #configuration:
    | (CustomerConfiguration & { agents: Map<string, LoadedAgent>; cards: Map<string, CachedCard> })
    | null = null
  /** The policies whose size is already counted. Many cards share one policy, and each object counts once. */
  #policies = new Set<Policy>()
  #bought: BoughtMerchantsUpTo | null = null
  #foldBytes = 0
  #configurationBytes = 0

  constructor(id: string, head: JournalHead) {
    this.id = id
    this.#head = head
  }

  /** The last journal entry that the folds of the cached customer include. */
  get head(): JournalHead {
    return this.#head
  }

  /** The cached customer's configuration. Null: it was not read yet. */
  get configuration(): CustomerConfiguration | null {
    return this.#configuration
  }

  /** The names of the merchants where the customer has bought. Null: no policy has asked for them yet. */
  get bought(): BoughtMerchantsUpTo | null {
    return this.#bought
  }

  setBought(bought: BoughtMerchantsUpTo): void {
    this.#bought = bought
  }

  /** The cached customer's approximate size in bytes. */
  get bytes(): number {
    const names = this.#bought?.names.size ?? 0
    return CUSTOMER_BYTES + this.#foldBytes + this.#configurationBytes + NAME_BYTES * names
  }

  /** The fold of a level, up to the cached customer's head. Undefined: the fold is not cached. */
  fold(level: string): SpendFold | undefined {
    return this.#folds.get(level)
  }

  /** Stores a level's fold in the cached customer. It must include all journal entries up to the customer's head. */
  setFold(level: string, fold: SpendFold): void {
    const before = this.#folds.get(level)
    this.#foldBytes += bytesOfFold(fold) - (before === undefined ? 0 : bytesOfFold(before))
    this.#folds.set(level, fold)
  }

  /** Moves the cached customer's head to a later journal entry, and stores the folds that have changed up to it. */
  advance(head: JournalHead, folds: Iterable<readonly [level: string, fold: SpendFold]>): void {
    for (const [level, fold] of folds) this.setFold(level, fold)
    this.#head = head
  }

  /** Folds the next journal entry after the head into the levels that are cached. */
  append(entry: JournalEntry): void {
    for (const level of levelsOfJournalEntry(entry)) {
      const fold = this.#folds.get(level)
      if (fold !== undefined) this.setFold(level, foldNextJournalEntry(fold, entry))
    }
    this.#head = journalHeadOf(entry)
  }

  /** Replaces the cached customer's configuration by one in the given version that has the customer, but no agents or cards yet. */
  configure(version: string, customer: Omit<LoadedCustomer, 'last'>): void {
    this.#configuration = { version, customer, agents: new Map(), cards: new Map() }
    this.#policies = new Set()
    this.#configurationBytes = 0
    this.#weighPolicy(customer.policy)
  }

  /** Adds an agent to the cached configuration of the customer. The agent must have been read in the same version of the customer. */
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

  /**
   * Gives the cached configuration of a customer the customer's next version. The caller must have added everything that changed between
   * the two versions.
   */
  rename(version: string): void {
    if (this.#configuration !== null) this.#configuration = { ...this.#configuration, version }
  }

  #weighPolicy(policy: Policy): void {
    if (this.#policies.has(policy)) return
    this.#policies.add(policy)
    this.#configurationBytes += bytesOfPolicy(policy)
  }
}

const bytesOfFold = ({ spend: { older, recent } }: SpendFold): number =>
  FOLD_BYTES + ENTRY_BYTES * (older.length + recent.entries.length)

const bytesOfCard = ({ intents }: CachedCard): number => CARD_BYTES + INTENT_BYTES * intents.length

const bytesOfPolicy = (policy: Policy): number =>
  Object.values(policy).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? LISTED_BYTES * value.length : 0),
    LISTED_BYTES,
  )
