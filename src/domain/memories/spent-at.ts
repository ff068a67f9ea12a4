import { DAY_MS } from '../../lib/clock.ts'
import type { Merchant } from '../entities.ts'
import {
  compileMerchant,
  isSoughtMerchantKey,
  recognizedKey,
  isSameMerchant,
  soughtMerchantKeys,
  merchantWhereabouts,
} from '../merchant-match/merchant-match.ts'
import type { SpendAtMerchantEntry, BacktestMemory, RuleMemory, RuleMemoryPurchase } from './memory.ts'

/** Cents that count as spent at a merchant, with their moment in Unix milliseconds. Negative: they were given back. */
export interface SpentAmount {
  readonly at: number
  readonly amount: number
  readonly merchantName: string | null
  /** `merchantNameKey` of the merchant's name. */
  readonly merchantKey: string
  readonly agentId: string | null
  readonly cardId: string
}

/**
 * The cents that a customer's cards have spent in the last 24 hours, at merchants that may be those of the purchases to decide. They count
 * as in all limits: approvals and forced captures, as they were changed by later steps.
 */
export const spentAtMerchantsMemory: RuleMemory<readonly SpentAmount[], 'spentAt'> = {
  name: 'spentAt',
  of: 'customer',
  isNeededBy: ({ maxPerMerchantPerDay }) => typeof maxPerMerchantPerDay === 'number',
  after: (known, entry) => [...known, ...amountsOf(entry)],
  forms: [],
  journal: { since: (_levels, now) => now - DAY_MS, begin: () => new BacktestSpent() },
}

const amountsOf = ({ agentId, cardId, merchant: { name }, counted }: SpendAtMerchantEntry): SpentAmount[] => {
  const of = { merchantName: name ?? null, merchantKey: recognizedKey(name), agentId, cardId }
  return counted.map(([at, amount]) => ({ at, amount, ...of }))
}

/** Selects the amounts that count as spent at a merchant. Amounts without a merchant's name count as spent at one merchant of their own. */
export function amountsSpentAt(merchant: Merchant, parts: readonly SpentAmount[]): readonly SpentAmount[] {
  const { name } = merchant
  if (name === undefined) return parts.filter(({ merchantName }) => merchantName === null)
  const where = merchantWhereabouts(merchant)
  const sought = soughtMerchantKeys(name, where)
  const isSame = new Map<string, boolean>()
  return parts.filter(({ merchantName, merchantKey }) => {
    if (merchantName === null || !isSoughtMerchantKey(sought, merchantKey)) return false
    const known =
      isSame.get(merchantName) ?? isSameMerchant(compileMerchant(name), compileMerchant(merchantName), where)
    isSame.set(merchantName, known)
    return known
  })
}

/** The cents that a backtest has counted in the last 24 hours, by the recognized key of the merchant. */
class BacktestSpent implements BacktestMemory<readonly SpentAmount[]> {
  readonly #byKey = new Map<string, SpentAmount[]>()

  add(entry: SpendAtMerchantEntry): void {
    for (const part of amountsOf(entry)) {
      const parts = this.#byKey.get(part.merchantKey)
      if (parts === undefined) this.#byKey.set(part.merchantKey, [part])
      else parts.push(part)
    }
  }

  find(
    _cardId: string,
    { merchant }: RuleMemoryPurchase,
    { since, earlier = [] }: { readonly since: number; readonly earlier?: readonly SpentAmount[] | undefined },
  ): SpentAmount[] {
    const sought = soughtMerchantKeys(merchant.name, merchantWhereabouts(merchant))
    const keys = [...this.#byKey.keys()].filter((key) => isSoughtMerchantKey(sought, key))
    return [...earlier, ...keys.flatMap((key) => this.#after(key, since))]
  }

  /** Returns the amounts spent at a merchant (`key`) after a moment, and forgets the others: a backtest never goes back in time. */
  #after(key: string, since: number): readonly SpentAmount[] {
    const parts = (this.#byKey.get(key) ?? []).filter(({ at }) => at > since)
    if (parts.length === 0) this.#byKey.delete(key)
    else this.#byKey.set(key, parts)
    return parts
  }
}
