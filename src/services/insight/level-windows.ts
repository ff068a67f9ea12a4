import type { LevelIds } from '../../domain/batch/working-set.ts'
import { limitsNow } from '../../domain/spend/budget.ts'
import type { BudgetedCard, Owner } from '../../domain/spend/tightest-limits.ts'
import type { ReadContext } from '../request/context.ts'

/** The limits of a level, with what is used of each. Empty where its customer was deleted meanwhile. */
export async function windowsOf({ engine }: ReadContext, levels: LevelIds): Promise<Owner['windows']> {
  const facts = await engine.budget(levels)
  return facts === null ? [] : limitsNow(facts)
}

export const budgetedCard = async (
  context: ReadContext,
  levels: LevelIds & { readonly cardId: string },
): Promise<BudgetedCard> => ({
  id: levels.cardId,
  customerId: levels.customerId,
  agentId: levels.agentId,
  windows: await windowsOf(context, levels),
})
