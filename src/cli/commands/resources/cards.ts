import type { Card } from '../../../contract/resources/cards.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { textRequestFlag } from '../../remote/fields.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { resourceListColumns } from '../../remote/columns.ts'
import { resourceChangeFlags, resourceCreationFlags } from '../../remote/sheet-flags.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'card_01kdvy2n7rj4t8w0q3m5x9zb6c'

export const cardsCommand = commandWithActions({
  ...listAndGetActions<Card>({
    name: 'cards',
    id: 'card_...',
    filters: ['customer', 'agent', 'status'],
    statuses: shellResourceSheets.cards.statuses.join('|'),
    list: (purser, query) => purser.cards.list(query),
    get: (purser, id) => purser.cards.get(id),
    columns: resourceListColumns(shellResourceSheets.cards),
  }),
  create: changeCommandAction('cards create', {
    operation: 'createCard',
    request: 'POST /cards',
    summary: 'Issue a card for a customer or its agent.',
    fields: resourceCreationFlags(shellResourceSheets.cards),
    done: 'Issued a card',
    makes: true,
    example: '--customer cust_01j8z6xgc5vv8e8q6n5v3v3v3v --label Ads --per-auth 5000',
  }),
  update: changeCommandAction('cards update', {
    operation: 'updateCard',
    request: 'PATCH /cards/{cardId}',
    summary: 'Change a card.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields: resourceChangeFlags(shellResourceSheets.cards),
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --per-auth 10000 --dry-run`,
  }),
  freeze: changeCommandAction('cards freeze', {
    operation: 'freezeCard',
    request: 'POST /cards/{cardId}/freeze',
    summary: 'Decline all purchases of a card, until purser cards unfreeze.',
    fields: { reason: textRequestFlag('reason', 'TEXT', 'The reason. The event card.frozen has it.') },
    done: 'Froze',
    example: ID,
  }),
  unfreeze: changeCommandAction('cards unfreeze', {
    operation: 'unfreezeCard',
    request: 'POST /cards/{cardId}/unfreeze',
    summary: 'Let a frozen card spend again.',
    done: 'Unfroze',
    example: ID,
  }),
  close: changeCommandAction('cards close', {
    operation: 'closeCard',
    request: 'POST /cards/{cardId}/close',
    summary: 'Close a card for good.',
    done: 'Closed',
    example: ID,
  }),
  'unlock-credentials': changeCommandAction('cards unlock-credentials', {
    operation: 'unlockCardCredentials',
    request: 'POST /cards/{cardId}/unlock-credentials',
    summary: 'Allow purchases by number again after wrong expiries or CVVs.',
    done: 'Unlocked the number of',
    example: ID,
  }),
})
