import type { Policy } from '../../contract/policy.ts'
import type { SequencedCustomer } from '../../domain/batch/working-set.ts'
import { present } from '../../lib/assert.ts'
import { noHistory, type SpendHistory } from '../spend-state.ts'
import type { SpendRow } from '../tables.ts'
import { addCards, emptyFamily, merge, type Families, type Family } from './family.ts'
import { HeldObjects } from './held-objects.ts'

/** Bytes, about: as the heap of a node has grown by them. */
const CARD_BYTES = 2_000
const ENTRY_BYTES = 80
const INTENT_BYTES = 500
/** Of an entry of a policy's list: a merchant is kept with the forms in which its name is compared. */
const LISTED_BYTES = 2_000
const MOST_BYTES = 512 * 1024 * 1024
const MOST_CARDS = 1_000_000

/** No customer is ever in this version: should a copy stay in it, nobody believes it. */
const HALF_CHANGED = 'half changed'

interface Copy extends Family {
  customer: SequencedCustomer
  version: string
  /** Batches in a row that found it true. */
  calm: number
  /** Bytes of what is its own alone. */
  bytes: number
  readonly policies: Set<Policy>
}

/**
 * Copies of what decisions read, kept by a node between its batches, so that a customer whose purchases come to one node
 * costs no reading. Whoever changes anything beneath a customer, on whatever node, gives it a new version, which is a name
 * and never comes back: a copy is believed in the version that the customer's row names under its lock, and in no other.
 * What a batch is decided on before it has the lock is checked there. The customers that were longest not heard of go first.
 */
export class Copies {
  readonly #calm: number
  readonly #mostBytes: number
  /** The longest unused first. */
  #copies = new Map<string, Copy>()
  #customers = new Map<string, string>()
  #policies = new HeldObjects<Policy>(bytesOfPolicy)
  #bytes = 0

  /** `calm`: so many batches in a row must have found a copy true before one is decided ahead of its locks on it. */
  constructor(calm: number, mostBytes = MOST_BYTES) {
    this.#calm = calm
    this.#mostBytes = mostBytes
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
    if (history_version === null) return noHistory
    const known = this.#copies.get(customer_id)?.histories.get(subject_id)
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
      addCards(copy, [cardId], foreseen.family)
    }
    return foreseen
  }

  /** Keeps what a committed batch leaves behind. */
  keep(left: LeftFamilies): void {
    this.#keep(left)
  }

  /**
   * Keeps what a batch in flight will leave behind: the next one is decided on it. Answers how to take it back, for a batch
   * that was not committed, or of which nobody knows. Its customers are then read again.
   */
  assume(left: LeftFamilies): () => void {
    const copies = this.#keep(left)
    return () => {
      for (const copy of copies) this.#takeBack(copy, versionFound(left, copy.customer.id))
    }
  }

  #copyOf(cardId: string): Copy | undefined {
    const customerId = this.#customers.get(cardId)
    return customerId === undefined ? undefined : this.#copies.get(customerId)
  }

  #keep(left: LeftFamilies): Copy[] {
    const { family } = left
    const kept = [...Map.groupBy(family.cards.values(), (card) => card.customerId)].map(([customerId, cards]) => {
      const customer = present(family.customers.get(customerId), 'the customer of a card was loaded')
      const version = versionFound(left, customerId)
      const part = emptyFamily()
      addCards(
        family,
        cards.map(({ id }) => id),
        part,
      )
      const copy = this.#copyAt(customer, version)
      copy.version = HALF_CHANGED
      this.#add(copy, part)
      this.#hold(copy, customer.policy)
      copy.customer = customer
      copy.version = left.versionLeft(customerId) ?? version
      return copy
    })
    this.#makeRoom()
    return kept
  }

  /** The copy in that version, or in place of another one its histories alone; now the last to go. */
  #copyAt(customer: SequencedCustomer, version: string): Copy {
    const copy = this.#copies.get(customer.id)
    if (copy?.version === version) {
      copy.calm += 1
      this.#copies.delete(customer.id)
      this.#copies.set(customer.id, copy)
      return copy
    }
    return this.#replace(customer, { version, calm: 0 })
  }

  /** An empty copy at the version that the batch had found, unless something else has come in its place since. */
  #takeBack(copy: Copy, version: string): void {
    if (this.#copies.get(copy.customer.id) === copy) this.#replace(copy.customer, { version, calm: copy.calm })
  }

  #replace(customer: SequencedCustomer, { version, calm }: Pick<Copy, 'version' | 'calm'>): Copy {
    const histories = this.#copies.get(customer.id)?.histories ?? new Map<string, SpendHistory>()
    this.#drop(customer.id)
    const bytes = [...histories.values()].reduce((sum, history) => sum + bytesOfHistory(history), 0)
    const copy = { ...emptyFamily(), histories, customer, version, calm, bytes, policies: new Set<Policy>() }
    this.#bytes += bytes
    this.#copies.set(customer.id, copy)
    return copy
  }

  #add(copy: Copy, part: Family): void {
    const before = copy.bytes
    for (const card of part.cards.values()) {
      this.#customers.set(card.id, card.customerId)
      if (!copy.cards.has(card.id)) copy.bytes += CARD_BYTES
      this.#hold(copy, card.policy)
    }
    for (const agent of part.agents.values()) this.#hold(copy, agent.policy)
    for (const [id, { recent }] of part.spend) {
      const known = copy.spend.get(id)?.recent.entries.length ?? 0
      copy.bytes += ENTRY_BYTES * (recent.entries.length - known)
    }
    for (const [id, history] of part.histories) {
      copy.bytes += bytesOfHistory(history) - bytesOfHistory(copy.histories.get(id) ?? noHistory)
    }
    for (const [id, intents] of part.intents) {
      copy.bytes += INTENT_BYTES * (intents.length - (copy.intents.get(id)?.length ?? 0))
    }
    merge(copy, part)
    this.#bytes += copy.bytes - before
  }

  #hold(copy: Copy, policy: Policy): void {
    if (copy.policies.has(policy)) return
    copy.policies.add(policy)
    this.#policies.hold(policy)
  }

  #drop(customerId: string): void {
    const copy = this.#copies.get(customerId)
    if (copy === undefined) return
    for (const policy of copy.policies) this.#policies.release(policy)
    this.#bytes -= copy.bytes
    this.#copies.delete(customerId)
  }

  #makeRoom(): void {
    if (this.#customers.size > MOST_CARDS) this.#customers.clear()
    for (const [customerId, copy] of this.#copies) {
      if (this.#bytes + this.#policies.weight <= this.#mostBytes) return
      for (const cardId of copy.cards.keys()) this.#customers.delete(cardId)
      this.#drop(customerId)
    }
  }
}

const bytesOfHistory = ({ entries }: SpendHistory): number => ENTRY_BYTES * entries.length

const bytesOfPolicy = (policy: Policy): number =>
  Object.values(policy).reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? LISTED_BYTES * value.length : 0),
    LISTED_BYTES,
  )

/** What a batch that was not decided yet will find, and in which version of each customer. */
export interface Foreseen {
  readonly family: Families
  readonly versions: Map<string, string>
}

/** What stands beneath the customers of one batch after it: each of them found in one version and left in another. */
export interface LeftFamilies {
  readonly family: Families
  readonly versionsFound: ReadonlyMap<string, string>
  /** Undefined: as it was found. */
  versionLeft(customerId: string): string | undefined
}

const versionFound = ({ versionsFound }: LeftFamilies, customerId: string): string =>
  present(versionsFound.get(customerId), 'the customer of a card was locked')
