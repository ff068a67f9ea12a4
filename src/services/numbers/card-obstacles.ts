import { errorCatalogue, type ErrorCode } from '../../contract/errors.ts'
import * as domain from '../../domain/decision/obstacles.ts'
import type { CardFamily } from '../../store/cards/card-family.ts'

/** A reason why a card cannot be used: a code of the error catalogue and its sentence. */
export interface CardObstacle {
  readonly code: ErrorCode
  readonly message: string
}

export const numberObstacle = (code: ErrorCode, message: string = errorCatalogue[code].message): CardObstacle => ({
  code,
  message,
})

/**
 * Every reason why a card cannot be used now, from the card itself, its agent and its customer, in the order of the contract (section 7).
 */
export const cardObstacles = ({ customer, agent, card }: CardFamily, now: number): CardObstacle[] =>
  [
    ...domain.holderObstacles({ customer, agent }),
    ...domain.closedObstacles(card, now),
    ...domain.frozenObstacles(card),
  ].map(({ code, message }) => numberObstacle(code, message))
