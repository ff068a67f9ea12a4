import { errorCatalogue, type ErrorCode } from '../contract/errors.ts'
import type { CardFamily } from '../store/card-family.ts'

/** Why something is refused: a code of the catalogue and its sentence. */
export interface Obstacle {
  readonly code: ErrorCode
  readonly message: string
}

export const obstacle = (code: ErrorCode, message: string = errorCatalogue[code].message): Obstacle => ({
  code,
  message,
})

/** Whether the customer and the agent may act now (contract, sections 4 and 8). */
export function holderObstacles({ customer, agent }: CardFamily): Obstacle[] {
  return [
    ...(customer.status === 'active' ? [] : [obstacle('customer_not_active')]),
    ...(agent === null || agent.status === 'active' ? [] : [obstacle('agent_not_active')]),
  ]
}

/** A card whose time is over is refused like a closed one, whether or not the sweeper has closed it yet. */
export function closedObstacles({ card }: CardFamily, now: number): Obstacle[] {
  if (card.status === 'closed') return [obstacle('card_closed')]
  const expired = card.expires_at !== null && card.expires_at <= now
  return expired ? [obstacle('card_closed', 'The card has expired.')] : []
}

export const frozenObstacles = ({ card }: CardFamily): Obstacle[] =>
  card.status === 'frozen' ? [obstacle('card_not_active')] : []
