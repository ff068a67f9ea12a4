import type { BoughtMerchants, Merchant } from '../entities.ts'
import {
  compileMerchant,
  isSoughtMerchantKey,
  recognizedKey,
  isSameMerchant,
  soughtMerchantKeys,
  merchantWhereabouts,
} from '../merchant-match/merchant-match.ts'
import { MOST_COMPARED_PURCHASES } from '../transactions/recent-purchase.ts'

/**
 * How many merchants are remembered for each customer. The newest are kept; a purchase at a forgotten merchant counts as a first purchase
 * again.
 */
export const MOST_BOUGHT_MERCHANTS = 2000

type Location = Pick<Merchant, 'city' | 'country'>

/** The names of the merchants where a customer has bought, indexed by their recognized keys. */
export class BoughtMerchantNames implements BoughtMerchants {
  /** The recognized key of each merchant name, by name. The name of the newest purchase is the last entry. */
  readonly #keys = new Map<string, string>()
  readonly #byKey = new Map<string, Set<string>>()

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name)
  }

  get size(): number {
    return this.#keys.size
  }

  /** The merchant names with their recognized keys, the newest first. */
  newestFirst(): (readonly [name: string, key: string])[] {
    return [...this.#keys].toReversed()
  }

  /**
   * Adds the merchant name of a purchase that is later than all others. The oldest name is dropped where there are more than `MOST_BOUGHT_MERCHANTS`.
   */
  add(name: string, key = recognizedKey(name)): void {
    this.#drop(name)
    this.#keys.set(name, key)
    const names = this.#byKey.get(key)
    if (names === undefined) this.#byKey.set(key, new Set([name]))
    else names.add(name)
    if (this.#keys.size > MOST_BOUGHT_MERCHANTS) for (const oldest of this.#keys.keys()) return this.#drop(oldest)
  }

  /**
   * Compares a merchant's name with the newest names that are stored under the keys where it is looked for, the longest keys first. A name
   * that is not found among `MOST_COMPARED_PURCHASES` names counts as new.
   */
  has(name: string, location: Location = {}, isSame = isSameMerchant): boolean {
    if (this.#keys.has(name)) return true
    const where = merchantWhereabouts(location)
    const sought = soughtMerchantKeys(name, where)
    const keys =
      sought.beginnings.length > 0
        ? [...this.#byKey.keys()].filter((key) => isSoughtMerchantKey(sought, key))
        : sought.keys
    const compiled = compileMerchant(name)
    let left = MOST_COMPARED_PURCHASES
    for (const key of [...keys].toSorted((one, other) => other.length - one.length)) {
      for (const known of [...(this.#byKey.get(key) ?? [])].toReversed()) {
        if (left === 0) return false
        left -= 1
        if (isSame(compiled, compileMerchant(known), where)) return true
      }
    }
    return false
  }

  #drop(name: string): void {
    const key = this.#keys.get(name)
    if (key === undefined) return
    this.#keys.delete(name)
    const names = this.#byKey.get(key)
    names?.delete(name)
    if (names?.size === 0) this.#byKey.delete(key)
  }
}

/**
 * The merchant names of a customer with one more, for later purchases of the same batch. `known` itself stays unchanged, because the
 * purchase is not committed yet.
 */
export function withBoughtMerchant(known: BoughtMerchants, name: string): BoughtMerchants {
  const added = new BoughtMerchantNames([name])
  return { has: (other, location) => added.has(other, location) || known.has(other, location) }
}

/**
 * The merchant names of a customer for the replay of a recorded decision. The record says only whether the purchase was a first one, so
 * `has` answers that for every name.
 */
export const replayedBoughtMerchants = (isFirst: boolean): BoughtMerchants => (isFirst ? nothing : anything)
const nothing: BoughtMerchants = { has: () => false }
// An empty name stands for a payee, who is at no merchant: see `claimedMerchantName`.
const anything: BoughtMerchants = { has: (name) => name !== '' }
