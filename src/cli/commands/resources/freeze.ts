import type { ShellCommand } from '../../command.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { withNodeClient } from '../../remote/client.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const freezeCommand: ShellCommand = {
  usage: 'purser freeze card_...',
  details: "It takes an API key of the role admin or approver, or of the card's agent. purser unfreeze undoes it.",
  examples: ['purser freeze card_01kdvy2n7rj4t8w0q3m5x9zb6c'],
  words: ['card_...'],

  async run({ words: [id = ''], json, settings }) {
    const card = await withNodeClient(settings, (purser) => purser.cards.freeze(id))
    printCommandAnswer({ json }, card, () => [`Froze ${card.id}, which ends in ${card.last4}.`])
  },
}

export const unfreezeCommand = changeCommandAction('unfreeze', {
  request: 'POST /cards/{cardId}/unfreeze',
  summary: 'Let a frozen card spend again.',
  details: 'It takes an API key of the role admin. purser cards unfreeze does the same.',
  done: 'Unfroze',
})
