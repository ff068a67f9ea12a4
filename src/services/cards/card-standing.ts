import { errorCatalogue, type ErrorCode } from '../../contract/errors.ts'
import * as standing from '../../domain/decision/obstacles.ts'
import type { CardFamily } from '../../store/cards/card-family.ts'

/** Why something is refused: a code of the catalogue and its sentence. */
export interface Obstacle {
  readonly code: ErrorCode
  readonly message: string
}

export const obstacle = (code: ErrorCode, message: string = errorCatalogue[code].message): Obstacle => ({
  code,
  message,
})

/** Everything about a card and its holders that stands in the way of using it, in the order of the contract (section 7). */
export const standingObstacles = ({ customer, agent, card }: CardFamily, now: number): Obstacle[] =>
  [
    ...standing.holderObstacles({ customer, agent }),
    ...standing.closedObstacles({ status: card.status, expiresAt: card.expires_at }, now),
    ...standing.frozenObstacles(card),
  ].map(({ code, message }) => obstacle(code, message))
