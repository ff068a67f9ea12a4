import { ToolRefusal } from '../refusal.ts'
import type { AgentNextStep, ToolCall } from '../tool.ts'
import { usableCards } from './usable-cards.ts'

/**
 * The id that the caller names, or that of the only card that the caller could use. Throws a `ToolRefusal` if there is no such card, or if
 * there are several.
 */
export async function cardForPurchase(
  call: ToolCall,
  cardId: string | undefined,
  next: AgentNextStep = FROM_BUDGET,
): Promise<string> {
  if (cardId !== undefined) return cardId
  const [card, ...others] = await usableCards(call)
  if (card === undefined) throw noCardRefusal()
  if (others.length > 0) {
    throw new ToolRefusal('which_card', 'There are several cards: name one in `cardId`.', { fixedBy: 'you', next })
  }
  return card.id
}

const FROM_BUDGET: AgentNextStep = {
  tool: 'get_budget',
  args: {},
  say: 'See which card it is, then call again with its `cardId`.',
}

/** The next step that finds a card for a purchase, by evaluating the purchase on each card that could pay. */
export const NEXT_STEP_TO_FIND_CARD: AgentNextStep = {
  tool: 'check_purchase',
  say: 'Check the purchase without `cardId`: the answer names the card that may pay it. Then call again with that.',
}

export const noCardRefusal = (): ToolRefusal =>
  new ToolRefusal('no_card', 'There is no card that could pay.', {
    fixedBy: 'owner',
    next: { say: 'Tell your owner that you have no card. Only a person can issue one.' },
  })
