import type { RecentPurchase } from '../entities.ts'
import type { PastCapture, PastPurchase } from './past.ts'

/** What would have been bought since the range began, by card and amount: a repetition has the same of both. */
export class PurchaseCourse {
  readonly #cards = new Map<string, Map<number, RecentPurchase[]>>()

  add({ cardId, amount, at, merchant }: PastPurchase | PastCapture): void {
    if (amount === 0) return
    const ofCard = this.#cards.get(cardId) ?? new Map<number, RecentPurchase[]>()
    const ofAmount = ofCard.get(amount) ?? []
    ofAmount.push({ at, amount, merchantName: merchant.name ?? null })
    this.#cards.set(cardId, ofCard.set(amount, ofAmount))
  }

  /** Those of the same card and amount after a moment. */
  after({ cardId, amount }: PastPurchase, moment: number): RecentPurchase[] {
    const all = this.#cards.get(cardId)?.get(amount) ?? []
    const first = all.findLastIndex(({ at }) => at <= moment) + 1
    return all.slice(first)
  }
}
