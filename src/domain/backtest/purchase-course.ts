import type { RecentPurchase } from '../entities.ts'
import type { PastCapture, PastPurchase } from './past.ts'

/**
 * The purchases that would have been approved since the backtest's range began, by card and amount, because a duplicate has the same card
 * and amount.
 */
export class PurchaseCourse {
  readonly #cards = new Map<string, Map<number, RecentPurchase[]>>()

  add({ cardId, amount, at, merchant }: PastPurchase | PastCapture): void {
    if (amount === 0) return
    const ofCard = this.#cards.get(cardId) ?? new Map<number, RecentPurchase[]>()
    const ofAmount = ofCard.get(amount) ?? []
    ofAmount.push({ at, amount, merchantName: merchant.name ?? null })
    this.#cards.set(cardId, ofCard.set(amount, ofAmount))
  }

  /** Returns the purchases of the same card and amount that were made after `moment`, in Unix milliseconds. */
  after({ cardId, amount }: PastPurchase, moment: number): RecentPurchase[] {
    const all = this.#cards.get(cardId)?.get(amount) ?? []
    const first = all.findLastIndex(({ at }) => at <= moment) + 1
    return all.slice(first)
  }
}
