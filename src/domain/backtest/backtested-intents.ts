import type { LoadedIntent } from '../intents/loaded-intent.ts'
import type { PastPurchase } from './past.ts'

/**
 * The intents that would have been pending on a card under a backtest's rules: the intents that were really pending, without those that
 * only a simulated purchase has used up, and with those that only a recorded purchase has used up.
 */
export class BacktestedIntents {
  /** The intents that a recorded purchase matched or mismatched, but no simulated purchase of the backtest, by their id. */
  readonly #left = new Map<string, LoadedIntent>()
  /** The intents that a simulated purchase of the backtest matched or mismatched, but no recorded purchase, by their id. */
  readonly #used = new Map<string, LoadedIntent>()

  waitingFor({ intents, at }: Pick<PastPurchase, 'intents' | 'at'>): LoadedIntent[] {
    for (const course of [this.#left, this.#used]) {
      for (const { id, expiresAt } of course.values()) if (expiresAt <= at) course.delete(id)
    }
    return [...intents.filter(({ id }) => !this.#used.has(id)), ...this.#left.values()]
  }

  /**
   * Records which intents a purchase of a backtest has used up. `usedId`: the intent that the simulated purchase has used up. `waited`: the
   * intents that were pending in the simulation.
   */
  take(
    past: Pick<PastPurchase, 'intents' | 'usedIntentId'>,
    usedId: string | null,
    waited: readonly LoadedIntent[],
  ): void {
    const { usedIntentId } = past
    if (usedIntentId === usedId) return
    const recorded = past.intents.find(({ id }) => id === usedIntentId)
    if (recorded !== undefined && !this.#used.delete(recorded.id)) this.#left.set(recorded.id, recorded)
    const simulated = waited.find(({ id }) => id === usedId)
    if (simulated !== undefined && !this.#left.delete(simulated.id)) this.#used.set(simulated.id, simulated)
  }
}
