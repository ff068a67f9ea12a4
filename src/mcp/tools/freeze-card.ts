import { Type } from 'typebox'
import { CardStatus } from '../../contract/sheets/card-fields.ts'
import { cardIdToolField, textToolField } from '../fields.ts'
import { endingToolHints, toolInputSchema, toolOutputSchema, defineTool } from '../tool.ts'
import { cardForPurchase } from '../cards/card-for-purchase.ts'

export const freezeCardTool = defineTool({
  name: 'freeze_card',
  title: 'Freeze a card',
  description: 'Emergency stop: the card declines all. Only a person can undo it.',
  input: toolInputSchema({ reason: Type.Optional(textToolField(500, 'What happened.')), cardId: cardIdToolField }),
  output: toolOutputSchema({ cardId: Type.String(), status: Type.Enum(CardStatus.enum) }),
  hints: endingToolHints,
  uses: ['listCards', 'freezeCard'],

  async run(call, { reason, cardId: wanted }) {
    const card = await call.purser.cards.freeze(
      await cardForPurchase(call, wanted),
      reason === undefined ? {} : { reason },
      {
        signal: call.signal,
      },
    )
    return {
      cardId: card.id,
      status: card.status,
      next: { say: 'It is frozen. Tell your owner what happened; only they can unfreeze it.' },
    }
  },
})
