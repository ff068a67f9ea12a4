import { type BudgetStats, MOST_BUDGETED } from '../../contract/resources/budget-limits.ts'
import { customerName } from '../../domain/names.ts'
import { type Owner, tightestLimits } from '../../domain/spend/tightest-limits.ts'
import { activeLevels } from '../../store/customers/active-levels.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { read } from '../request/handler.ts'
import { budgetedCard, windowsOf } from './level-windows.ts'
import { namedLimits } from './named-limits.ts'

const DEFAULT_LIMIT = 10

/**
 * Answers the limits of which the largest shares are used, of all customers and agents of the account, or of the named ids (contract,
 * section 14).
 */
const getBudgetStats: ReadService<'getBudgetStats'> = async (context, { query }): Promise<BudgetStats> => {
  const { limit = DEFAULT_LIMIT, ids } = query
  const { limits, isPartial } = await (ids === undefined
    ? limitsOfAccount(context)
    : namedLimits(context, [...new Set(ids.split(','))]))
  return { data: limits.slice(0, limit), hasMore: limits.length > limit, isPartial }
}

async function limitsOfAccount(context: ReadContext) {
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
    Promise.all(cards.map((levels) => budgetedCard(context, levels))),
  ])
  return { limits: tightestLimits([...ofCustomers, ...ofAgents], { cards: ofCards }), isPartial }
}

export const budgetStatsHandlers = { getBudgetStats: read(getBudgetStats) }
