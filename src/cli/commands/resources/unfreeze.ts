import { changeCommandAction } from '../../remote/change.ts'

export const unfreezeCommand = changeCommandAction('unfreeze', {
  operation: 'unfreezeCard',
  request: 'POST /cards/{cardId}/unfreeze',
  summary: 'Let a frozen card spend again.',
  details: 'It takes an API key of the role admin. purser cards unfreeze does the same.',
  done: 'Unfroze',
  example: 'card_01kdvy2n7rj4t8w0q3m5x9zb6c',
})
