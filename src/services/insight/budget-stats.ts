import { type BudgetStats, MAX_LEVELS_IN_BUDGET_STATS } from '../../contract/resources/stats/budget-limits.ts'
import { customerName } from '../../domain/names.ts'
import { type LevelWithLimits, tightestLimits } from '../../domain/spend/tightest-limits.ts'
import { listActiveCustomersAgentsCards } from '../../store/customers/active-levels.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { LevelLimitWindows } from './level-windows.ts'
import { limitsOfNamedLevels } from './named-limits.ts'

const DEFAULT_LIMIT = 10

/**
 * Answers the limits of which the largest shares are used, of all customers and agents of the account, or of the named ids (contract,
 * section 14).
 */
const getBudgetStats: ReadOperationService<'getBudgetStats'> = async (context, { query }): Promise<BudgetStats> => {
  const { limit = DEFAULT_LIMIT, ids } = query
  const windows = new LevelLimitWindows(context)
  const { limits, isPartial } = await (ids === undefined
    ? limitsOfAccount(context, windows)
    : limitsOfNamedLevels(context, windows, [...new Set(ids.split(','))]))
  const data = await windows.withHolds(limits.slice(0, limit))
  return { data, hasMore: limits.length > limit, isPartial }
}

async function limitsOfAccount({ db, principal }: ReadOperationContext, windows: LevelLimitWindows) {
  const { customers, agents, cards, isPartial } = await listActiveCustomersAgentsCards(
    db,
    principal.accountId,
    MAX_LEVELS_IN_BUDGET_STATS,
  )
  const [ofCustomers, ofAgents, ofCards] = await Promise.all([
    Promise.all(
      customers.map(async ({ id, name, email }): Promise<LevelWithLimits> => ({
        level: 'customer',
        id,
        name: customerName(name) || email || id,
        windows: await windows.of({ customerId: id, agentId: null, cardId: null }),
      })),
    ),
    Promise.all(
      agents.map(async ({ id, name, customer_id: customerId }): Promise<LevelWithLimits> => ({
        level: 'agent',
        id,
        name,
        windows: await windows.of({ customerId, agentId: id, cardId: null }),
      })),
    ),
    Promise.all(cards.map((levels) => windows.ofCard(levels))),
  ])
  return { limits: tightestLimits([...ofCustomers, ...ofAgents], { cards: ofCards }), isPartial }
}

export const budgetStatsHandlers = { getBudgetStats: readOperationHandler(getBudgetStats) }
