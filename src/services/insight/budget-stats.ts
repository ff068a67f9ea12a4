import { type BudgetStats, MOST_BUDGETED } from '../../contract/resources/budget-limits.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import { customerName } from '../../domain/names.ts'
import { limitsNow } from '../../domain/spend/budget.ts'
import { type BudgetedCard, type Owner, tightestLimits } from '../../domain/spend/tightest-limits.ts'
import { activeLevels } from '../../store/customers/active-levels.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { read } from '../request/handler.ts'

const DEFAULT_LIMIT = 10

/** Answers the limits of the account's customers and agents that are used up furthest (contract, section 14). */
const getBudgetStats: ReadService<'getBudgetStats'> = async (context, { query }): Promise<BudgetStats> => {
  const { limit = DEFAULT_LIMIT } = query
  const { customers, agents, cards, isPartial } = await activeLevels(
    context.db,
    context.principal.accountId,
    MOST_BUDGETED,
  )
  const [ofCustomers, ofAgents, ofCards] = await Promise.all([
    Promise.all(
      customers.map(async ({ id, name, email }): Promise<Owner> => ({
        level: 'customer',
        id,
        name: customerName(name) || email || id,
        windows: await windowsOf(context, { customerId: id, agentId: null, cardId: null }),
      })),
    ),
    Promise.all(
      agents.map(async ({ id, name, customer_id: customerId }): Promise<Owner> => ({
        level: 'agent',
        id,
        name,
        windows: await windowsOf(context, { customerId, agentId: id, cardId: null }),
      })),
    ),
    Promise.all(
      cards.map(async (levels): Promise<BudgetedCard> => ({
        id: levels.cardId,
        customerId: levels.customerId,
        agentId: levels.agentId,
        windows: await windowsOf(context, levels),
      })),
    ),
  ])
  const limits = tightestLimits([...ofCustomers, ...ofAgents], ofCards)
  return { data: limits.slice(0, limit), hasMore: limits.length > limit, isPartial }
}

/** The limits of a customer or agent, with what is used of each. Empty where the customer or agent was deleted meanwhile. */
async function windowsOf({ engine }: ReadContext, levels: LevelIds): Promise<Owner['windows']> {
  const facts = await engine.budget(levels)
  return facts === null ? [] : limitsNow(facts)
}

export const budgetStatsHandlers = { getBudgetStats: read(getBudgetStats) }
