import type { Card } from '../../../contract/resources/cards.ts'
import { issuerNames } from '../../../issuers/names.ts'
import { changeAction } from '../../remote/change.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { type FlagFields, text } from '../../remote/fields.ts'
import { agentFlag, customerFlag, policyFields } from '../../remote/level-fields.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { withActions } from '../../with-actions.ts'

const ID = 'card_01kdvy2n7rj4t8w0q3m5x9zb6c'

const changeable = {
  label: text('label', 'NAME', 'The name that people give the card.'),
  usage: text('usage', 'single|multi', 'For one purchase, or for any number.'),
  ...policyFields,
} satisfies FlagFields

export const cards = withActions({
  ...listAndGet<Card>({
    name: 'cards',
    id: 'card_...',
    filters: ['customer', 'agent', 'status'],
    statuses: 'active|frozen|closed',
    list: (purser, query) => purser.cards.list(query),
    get: (purser, id) => purser.cards.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusColumn,
      { title: 'last4', of: ({ last4 }) => last4, whole: true },
      { title: 'currency', of: ({ currency }) => currency, whole: true, optional: true },
      { title: 'label', of: ({ label }) => label, optional: true },
      { title: 'agent', of: ({ agentId }) => agentId, optional: true },
      { title: 'customer', of: ({ customerId }) => customerId, optional: true },
      createdColumn,
    ],
  }),
  create: changeAction('cards create', {
    operation: 'createCard',
    request: 'POST /cards',
    summary: 'Issue a card for a customer or its agent.',
    fields: {
      customer: customerFlag,
      agent: agentFlag,
      type: text('type', 'virtual|physical', 'What the card is [virtual].'),
      issuer: text('issuer', issuerNames.join('|'), 'Who issues the card.'),
      ...changeable,
    },
    done: 'Issued a card',
    makes: true,
    example: '--customer cust_01j8z6xgc5vv8e8q6n5v3v3v3v --label Ads --per-auth 5000',
  }),
  update: changeAction('cards update', {
    operation: 'updateCard',
    request: 'PATCH /cards/{cardId}',
    summary: 'Change a card.',
    details: 'Objects are merged: what is not given stays as it is. none unsets a limit.',
    fields: changeable,
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --per-auth 10000 --dry-run`,
  }),
  freeze: changeAction('cards freeze', {
    operation: 'freezeCard',
    request: 'POST /cards/{cardId}/freeze',
    summary: 'Decline all purchases of a card, until purser cards unfreeze.',
    fields: { reason: text('reason', 'TEXT', 'The reason. The event card.frozen has it.') },
    done: 'Froze',
    example: ID,
  }),
  unfreeze: changeAction('cards unfreeze', {
    operation: 'unfreezeCard',
    request: 'POST /cards/{cardId}/unfreeze',
    summary: 'Let a frozen card spend again.',
    done: 'Unfroze',
    example: ID,
  }),
  close: changeAction('cards close', {
    operation: 'closeCard',
    request: 'POST /cards/{cardId}/close',
    summary: 'Close a card for good.',
    done: 'Closed',
    example: ID,
  }),
  'unlock-credentials': changeAction('cards unlock-credentials', {
    operation: 'unlockCardCredentials',
    request: 'POST /cards/{cardId}/unlock-credentials',
    summary: 'Allow purchases by number again after wrong expiries or CVVs.',
    done: 'Unlocked the number of',
    example: ID,
  }),
})
