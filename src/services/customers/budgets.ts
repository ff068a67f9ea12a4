import { MOST_BUDGETED_CARDS, type Budget } from '../../contract/resources/budget.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { LevelIds } from '../../domain/batch/working-set.ts'
import { budgetOf } from '../../domain/budgets/budget.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { openCardsOfAgent } from '../../store/cards/cards.ts'
import type { ReadContext, ReadService } from '../request/context.ts'
import { readHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { isSubjectVisible } from '../levels/subjects.ts'

/**
 * The budget of an agent, with the rules in words (contract, section 8). The budgets of the agent and its cards are requested together, so
 * that the engine reads them in one trip to the database.
 */
const getAgentBudget: ReadService<'getAgentBudget'> = async (context, { params: { agentId } }) => {
  const { db, principal } = context
  const agent = objectOr404(await findAgent(db, principal, agentId), 'agent_not_found')
  const cards = await openCardsOfAgent(db, agent.id, MOST_BUDGETED_CARDS + 1)
  const levels = { customerId: agent.customerId, agentId }
  const [own, ...ofCards] = await Promise.all([
    budgetOfLevels(context, agent.deletedAt === null ? { ...levels, cardId: null } : null, 'agent_not_found'),
    ...cards.slice(0, MOST_BUDGETED_CARDS).map(async ({ id, last4, label, status }) => ({
      cardId: id,
      last4,
      ...(label === null ? {} : { label }),
      status,
      ...(await budgetOfLevels(context, { ...levels, cardId: id }, 'card_not_found')),
    })),
  ])
  return { ...own, cards: ofCards, hasMoreCards: cards.length > MOST_BUDGETED_CARDS }
}

const getCustomerBudget: ReadService<'getCustomerBudget'> = (context, { params: { customerId } }) =>
  budgetOfLevels(context, { customerId, agentId: null, cardId: null }, 'customer_not_found')

const getCardBudget: ReadService<'getCardBudget'> = async (context, { params: { cardId } }) =>
  budgetOfLevels(context, await context.engine.locate({ kind: 'card', id: cardId }), 'card_not_found')

async function budgetOfLevels(
  { engine, principal }: ReadContext,
  levels: LevelIds | null,
  otherwise: ErrorCode & `${string}_not_found`,
): Promise<Budget> {
  const inputs = levels && (await engine.budget(levels))
  return budgetOf(objectOr404(inputs && isSubjectVisible(inputs, principal) ? inputs : undefined, otherwise))
}

export const budgetHandlers = {
  getCustomerBudget: readHandler(getCustomerBudget),
  getAgentBudget: readHandler(getAgentBudget),
  getCardBudget: readHandler(getCardBudget),
}
