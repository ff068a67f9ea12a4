import type { RecentPurchase } from '../entities.ts'
import { isSought, soughtKeys, whereaboutsOf } from '../merchant-match/merchant-match.ts'
import { MOST_COMPARED, recentPurchase } from '../transactions/recent-purchase.ts'
import type { PastCapture, PastPurchase } from './past.ts'

/** Purchases by the recognized key of their merchant. */
type ByKey = Map<string, RecentPurchase[]>

/**
 * The purchases that would have been approved since the backtest's range began, by card and amount, because a duplicate has the same card
 * and amount.
 */
export class PurchaseCourse {
  readonly #cards = new Map<string, Map<number, ByKey>>()

  add({ cardId, amount, at, merchant }: PastPurchase | PastCapture): void {
    if (amount === 0) return
    const purchase = recentPurchase(at, amount, merchant)
    const ofCard = this.#cards.get(cardId) ?? new Map<number, ByKey>()
    const ofAmount: ByKey = ofCard.get(amount) ?? new Map()
    const ofKey = ofAmount.get(purchase.merchantKey) ?? []
    ofKey.push(purchase)
    ofAmount.set(purchase.merchantKey, ofKey)
    this.#cards.set(cardId, ofCard.set(amount, ofAmount))
  }

  /** Returns the purchases after `moment` (Unix milliseconds) with the same card and amount that may have the same merchant. */
  after({ cardId, amount, merchant }: PastPurchase, moment: number): RecentPurchase[] {
    const ofAmount = this.#cards.get(cardId)?.get(amount)
    if (ofAmount === undefined) return []
    const sought = soughtKeys(merchant.name, whereaboutsOf(merchant))
    const keys =
      sought.beginnings.length > 0 ? [...ofAmount.keys()].filter((key) => isSought(sought, key)) : [...sought.keys]
    return keys.flatMap((key) => (ofAmount.get(key) ?? []).slice(-MOST_COMPARED).filter(({ at }) => at > moment))
  }
}
