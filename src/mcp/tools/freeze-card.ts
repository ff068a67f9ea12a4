import { Type } from 'typebox'
import { CardStatus } from '../../contract/sheets/card-fields.ts'
import { cardId, textField } from '../fields.ts'
import { ending, inputs, outputs, tool } from '../tool.ts'
import { whichCard } from '../cards/which-card.ts'

export const freezeCardTool = tool({
  name: 'freeze_card',
  title: 'Freeze a card',
  description: 'Emergency stop: the card declines all. Only a person can undo it.',
  input: inputs({ reason: Type.Optional(textField(500, 'What happened.')), cardId }),
  output: outputs({ cardId: Type.String(), status: Type.Enum(CardStatus.enum) }),
  hints: ending,
  uses: ['listCards', 'freezeCard'],

  async run(call, { reason, cardId: wanted }) {
    const card = await call.purser.cards.freeze(await whichCard(call, wanted), reason === undefined ? {} : { reason }, {
      signal: call.signal,
    })
    return {
      cardId: card.id,
      status: card.status,
      next: { say: 'It is frozen. Tell your owner what happened; only they can unfreeze it.' },
    }
  },
})
