import type { RecentPurchase } from '../entities.ts'
import { isSoughtMerchantKey, soughtMerchantKeys, merchantWhereabouts } from '../merchant-match/merchant-match.ts'
import { MOST_COMPARED_PURCHASES, recentPurchase } from '../transactions/recent-purchase.ts'
import { approvedPurchase, type BacktestMemory, type SpendAtMerchantEntry, type RuleMemoryPurchase } from './memory.ts'

/** Purchases by the recognized key of their merchant. */
type ByKey = Map<string, RecentPurchase[]>

/**
 * The purchases that would have been approved since the backtest's range began, by card and amount, because a duplicate has the same card
 * and amount.
 */
export class BacktestPurchases implements BacktestMemory<readonly RecentPurchase[]> {
  readonly #cards = new Map<string, Map<number, ByKey>>()

  add(entry: SpendAtMerchantEntry): void {
    const approved = approvedPurchase(entry)
    if (approved === undefined) return
    const { cardId } = entry
    const { at, amount, merchant } = approved
    const purchase = recentPurchase(at, amount, merchant)
    const ofCard = this.#cards.get(cardId) ?? new Map<number, ByKey>()
    const ofAmount: ByKey = ofCard.get(amount) ?? new Map()
    const ofKey = ofAmount.get(purchase.merchantKey) ?? []
    ofKey.push(purchase)
    ofAmount.set(purchase.merchantKey, ofKey)
    this.#cards.set(cardId, ofCard.set(amount, ofAmount))
  }

  /** Returns the purchases after `since` (Unix milliseconds) with the same card and amount that may have the same merchant. */
  find(
    cardId: string,
    { amount, merchant }: RuleMemoryPurchase,
    { since, earlier = [] }: { readonly since: number; readonly earlier?: readonly RecentPurchase[] | undefined },
  ): RecentPurchase[] {
    const ofAmount = this.#cards.get(cardId)?.get(amount)
    if (ofAmount === undefined) return [...earlier]
    const sought = soughtMerchantKeys(merchant.name, merchantWhereabouts(merchant))
    const keys =
      sought.beginnings.length > 0
        ? [...ofAmount.keys()].filter((key) => isSoughtMerchantKey(sought, key))
        : [...sought.keys]
    const later = keys.flatMap((key) =>
      (ofAmount.get(key) ?? []).slice(-MOST_COMPARED_PURCHASES).filter(({ at }) => at > since),
    )
    return [...earlier, ...later]
  }
}
