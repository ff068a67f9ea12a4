import { textRequestFlag } from '../../remote/fields.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'

export const cardsCommand = resourceCommand({
  name: 'cards',
  path: '/cards/{cardId}',
  filters: ['customer', 'agent', 'status'],
  sheet: shellResourceSheets.cards,
  changes: {
    create: {
      summary: 'Issue a card for a customer or its agent.',
      done: 'Issued a card',
      example: '--customer cust_01j8z6xgc5vv8e8q6n5v3v3v3v --label Ads --per-auth 5000',
    },
    update: { summary: 'Change a card.', done: 'Changed', example: '--per-auth 10000 --dry-run' },
    freeze: {
      summary: 'Decline all purchases of a card, until purser cards unfreeze.',
      fields: { reason: textRequestFlag('reason', 'TEXT', 'The reason. The event card.frozen has it.') },
      done: 'Froze',
    },
    unfreeze: { summary: 'Let a frozen card spend again.', done: 'Unfroze' },
    close: { summary: 'Close a card for good.', done: 'Closed' },
    'unlock-credentials': {
      summary: 'Allow purchases by number again after wrong expiries or CVVs.',
      done: 'Unlocked the number of',
    },
  },
})
