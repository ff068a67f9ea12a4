import { currencyUnlessDefault } from '../../domain/currencies.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import { presentBudgetLimits } from '../../domain/budgets/budget.ts'
import type { BudgetedCard, BudgetWindow, TightestLimit } from '../../domain/spend/tightest-limits.ts'
import type { ReadOperationContext } from '../request/context.ts'

/**
 * Reads the limits of levels, and how much of each is used. Each level of one request is remembered, so that `withHolds` finds it again by
 * its id.
 */
export class LevelLimitWindows {
  readonly #engine: ReadOperationContext['engine']
  readonly #levels = new Map<string, SpendingLevelIds>()

  constructor({ engine }: ReadOperationContext) {
    this.#engine = engine
  }

  /**
   * Reads the limits of a level and what is used of each. `held` is 0, because the holds of many customers are too many to be read for a
   * comparison. Empty where the level's customer was deleted meanwhile.
   */
  async of(levels: SpendingLevelIds): Promise<readonly BudgetWindow[]> {
    this.#levels.set(levels.cardId ?? levels.agentId ?? levels.customerId, levels)
    const facts = await this.#engine.subject({ ...levels, purchases: [] })
    return facts === null ? [] : presentBudgetLimits({ ...facts, holds: [] })
  }

  async ofCard(levels: SpendingLevelIds & { readonly cardId: string }): Promise<BudgetedCard> {
    const { cardId: id, customerId, agentId } = levels
    return { id, customerId, agentId, windows: await this.of(levels) }
  }

  /**
   * Reads limits of customers, agents and cards a second time, now with the amount that is held of each. `of` has read them before without
   * it. A limit that was removed meanwhile stays as it was read.
   */
  withHolds(limits: readonly TightestLimit[]): Promise<TightestLimit[]> {
    return Promise.all(limits.map((limit) => this.#withHolds(limit)))
  }

  async #withHolds(limit: TightestLimit): Promise<TightestLimit> {
    const levels = this.#levels.get(limit.cards?.tightestId ?? limit.id)
    const facts = levels === undefined ? null : await this.#engine.budget(levels)
    const setBy = limit.capLevel ?? limit.level
    // The effective policy has one limit for each window, whichever level has set it.
    const now = (facts === null ? [] : presentBudgetLimits(facts)).find(
      ({ kind, window, level }) =>
        kind === limit.kind && window === limit.window && (kind === 'policy' || level === setBy),
    )
    const currency = facts === null ? {} : currencyUnlessDefault(facts.subject.customer.currency)
    return { ...limit, ...now, ...currency, level: limit.level }
  }
}
