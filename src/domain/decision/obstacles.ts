import type { AgentState, CardState, CustomerState } from '../entities.ts'
import { cardLifecycle } from '../lifecycles/card.ts'
import { lifecycleAllowsStatusChange, isFinalLifecycleStatus } from '../lifecycles/moves.ts'

/** The reason why a card cannot be used now: an error code, and a message if the text of the code itself would say too little. */
export interface LevelStatusObstacle {
  readonly code: 'customer_not_active' | 'agent_not_active' | 'card_closed' | 'card_not_active'
  readonly message?: string
}

export interface SpendingLevelStatuses {
  readonly customer: Pick<CustomerState, 'status'>
  readonly agent: Pick<AgentState, 'status'> | null
}

/** Returns why the customer or the agent may not act now, as their statuses say (contract, sections 4 and 8). Empty: both may act. */
export const customerAndAgentStatusObstacles = ({ customer, agent }: SpendingLevelStatuses): LevelStatusObstacle[] => [
  ...(customer.status === 'active' ? [] : [{ code: 'customer_not_active' as const }]),
  ...(agent === null || agent.status === 'active' ? [] : [{ code: 'agent_not_active' as const }]),
]

/**
 * Returns the obstacle to any action on a closed or expired card; empty: the card is neither. An expired card is refused like a closed
 * card, even if the sweep has not closed it yet.
 */
export function closedCardObstacles(
  { status, expiresAt }: Pick<CardState, 'status' | 'expiresAt'>,
  now: number,
): LevelStatusObstacle[] {
  if (isFinalLifecycleStatus(cardLifecycle, status)) return [{ code: 'card_closed' }]
  const expired = expiresAt !== null && expiresAt <= now
  return expired ? [{ code: 'card_closed', message: 'The card has expired.' }] : []
}

export const frozenCardObstacles = ({ status }: Pick<CardState, 'status'>): LevelStatusObstacle[] =>
  lifecycleAllowsStatusChange(cardLifecycle, status, 'active') ? [{ code: 'card_not_active' }] : []
