import type { Evaluation, Reason } from '../../contract/decisions.ts'
import { evaluatePurchaseAsIfDeclared, type CheckedPurchase } from '../judge.ts'
import type { ToolCall } from '../tool.ts'
import { usableCards } from './usable-cards.ts'
import { noCardRefusal } from './card-for-purchase.ts'

/** How many cards are evaluated at the same time. */
const AT_ONCE = 5

export interface FittingCard {
  readonly cardId: string
  readonly evaluation: Evaluation
  /** The number of cards that were evaluated. */
  readonly asked: number
}

/** Evaluates a purchase on the named card, or on each usable card. Resolves to the evaluation of the card that fits best. */
export async function bestFittingCardForPurchase(
  call: ToolCall,
  purchase: Omit<CheckedPurchase, 'cardId'>,
  named?: string,
): Promise<FittingCard> {
  const ids = named === undefined ? (await usableCards(call)).map(({ id }) => id) : [named]
  const answers: FittingCard[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE).map(async (cardId) => {
      return {
        cardId,
        evaluation: await evaluatePurchaseAsIfDeclared(call, { ...purchase, cardId }),
        asked: ids.length,
      }
    })
    answers.push(...(await Promise.all(some)))
  }
  const [best] = answers.toSorted((a, b) => compare(a.evaluation, b.evaluation))
  if (best === undefined) throw noCardRefusal()
  return best
}

/**
 * Orders cards by how well they fit a purchase: first those on which it was declared or paid already, then by the weight of the obstacles
 * to it, then the narrower cards.
 */
const compare = (a: Evaluation, b: Evaluation): number =>
  Number(b.earlier !== undefined) - Number(a.earlier !== undefined) ||
  obstaclesIn(a) - obstaclesIn(b) ||
  breadthOf(a) - breadthOf(b)

const WEIGHT: Readonly<Record<Reason['fixedBy'], number>> = { you: 10, time: 100, owner: 1000 }

/** The weight of all obstacles to a purchase, each by who has to remove it. 0: there is no obstacle. */
const obstaclesIn = ({ reasons, flags, originObstacle }: Evaluation): number =>
  reasons.reduce((sum, { fixedBy }) => sum + WEIGHT[fixedBy], 0) +
  (originObstacle === 'origin_not_allowed' ? WEIGHT.owner : 0) +
  (flags.requiresApproval ? 1 : 0)

/** How many other purchases a card could pay, as a rank: a card for few merchants is preferred to one for all. */
const breadthOf = ({ context: { policy, available = Number.MAX_SAFE_INTEGER } }: Evaluation): number =>
  (policy.allowedMerchants === undefined ? Number.MAX_SAFE_INTEGER : 0) + available / 2
