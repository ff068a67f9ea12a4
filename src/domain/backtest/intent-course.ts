import type { LoadedIntent } from '../batch/working-set.ts'
import type { PastPurchase } from './past.ts'

/**
 * The intents of a card that would then have waited: those that did, without what would have been used up, and with what would
 * not.
 */
export class IntentCourse {
  /** Used up in truth, and not here. By id. */
  readonly #left = new Map<string, LoadedIntent>()
  /** Used up here, and not in truth. By id. */
  readonly #used = new Map<string, LoadedIntent>()

  waitingFor({ intents, at }: Pick<PastPurchase, 'intents' | 'at'>): LoadedIntent[] {
    for (const course of [this.#left, this.#used]) {
      for (const { id, expiresAt } of course.values()) if (expiresAt <= at) course.delete(id)
    }
    return [...intents.filter(({ id }) => !this.#used.has(id)), ...this.#left.values()]
  }

  /** `usedId`: the one that the purchase would then have used up. `waited`: those that would have waited for it. */
  take(
    past: Pick<PastPurchase, 'intents' | 'usedIntentId'>,
    usedId: string | null,
    waited: readonly LoadedIntent[],
  ): void {
    const { usedIntentId } = past
    if (usedIntentId === usedId) return
    const inTruth = past.intents.find(({ id }) => id === usedIntentId)
    if (inTruth !== undefined && !this.#used.delete(inTruth.id)) this.#left.set(inTruth.id, inTruth)
    const here = waited.find(({ id }) => id === usedId)
    if (here !== undefined && !this.#left.delete(here.id)) this.#used.set(here.id, here)
  }
}
