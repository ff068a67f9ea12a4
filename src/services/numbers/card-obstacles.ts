import { errorCatalogue, type ErrorCode } from '../../contract/errors.ts'
import * as domain from '../../domain/decision/obstacles.ts'
import type { CardWithAgentAndCustomer } from '../../store/cards/card-family.ts'

/** A reason why a card cannot be used: a code of the error catalogue and its sentence. */
export interface CardUseObstacle {
  readonly code: ErrorCode
  readonly message: string
}

export const cardNumberObstacle = (
  code: ErrorCode,
  message: string = errorCatalogue[code].message,
): CardUseObstacle => ({
  code,
  message,
})

/**
 * Every reason why a card cannot be used now, from the card itself, its agent and its customer, in the order of the contract (section 7).
 */
export const cardObstacles = ({ customer, agent, card }: CardWithAgentAndCustomer, now: number): CardUseObstacle[] =>
  [
    ...domain.customerAndAgentStatusObstacles({ customer, agent }),
    ...domain.closedCardObstacles(card, now),
    ...domain.frozenCardObstacles(card),
  ].map(({ code, message }) => cardNumberObstacle(code, message))
