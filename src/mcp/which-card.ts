import { Refusal } from './refusal.ts'
import type { ToolCall } from './tool.ts'

/** The id that the caller names, or that of the only card that is not closed. Throws a `Refusal` where there is no such card or several. */
export async function whichCard({ purser, signal }: ToolCall, cardId: string | undefined): Promise<string> {
  if (cardId !== undefined) return cardId
  const { data } = await purser.cards.list({ limit: 20 }, { signal })
  const [card, ...others] = data.filter(({ status }) => status !== 'closed')
  if (card === undefined) {
    throw new Refusal('no_card', 'There is no card that could pay.', {
      fixedBy: 'owner',
      next: { say: 'Tell your owner that you have no card. Only a person can issue one.' },
    })
  }
  if (others.length > 0) {
    throw new Refusal('which_card', 'There are several cards: name one in `cardId`.', {
      fixedBy: 'you',
      next: { tool: 'get_budget', args: {}, say: 'See which card fits, then call again with its cardId.' },
    })
  }
  return card.id
}
