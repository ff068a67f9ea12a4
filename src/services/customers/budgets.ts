import { MOST_BUDGETED_CARDS, type Budget } from '../../contract/resources/budget.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { SpendingLevelIds } from '../../domain/batch/working-set.ts'
import { budgetOfSpendingSubject } from '../../domain/budgets/budget.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { openCardsOfAgent } from '../../store/cards/cards.ts'
import type { ReadOperationContext, ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { isSpendingSubjectVisible } from '../levels/subjects.ts'

/**
 * The budget of an agent, with the rules in words (contract, section 8). The budgets of the agent and its cards are requested together, so
 * that the engine reads them in one trip to the database.
 */
const getAgentBudget: ReadOperationService<'getAgentBudget'> = async (context, { params: { agentId } }) => {
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

const getCustomerBudget: ReadOperationService<'getCustomerBudget'> = (context, { params: { customerId } }) =>
  budgetOfLevels(context, { customerId, agentId: null, cardId: null }, 'customer_not_found')

const getCardBudget: ReadOperationService<'getCardBudget'> = async (context, { params: { cardId } }) =>
  budgetOfLevels(context, await context.engine.locate({ kind: 'card', id: cardId }), 'card_not_found')

async function budgetOfLevels(
  { engine, principal }: ReadOperationContext,
  levels: SpendingLevelIds | null,
  otherwise: ErrorCode & `${string}_not_found`,
): Promise<Budget> {
  const inputs = levels && (await engine.budget(levels))
  return budgetOfSpendingSubject(
    objectOr404(inputs && isSpendingSubjectVisible(inputs, principal) ? inputs : undefined, otherwise),
  )
}

export const budgetHandlers = {
  getCustomerBudget: readOperationHandler(getCustomerBudget),
  getAgentBudget: readOperationHandler(getAgentBudget),
  getCardBudget: readOperationHandler(getCardBudget),
}
