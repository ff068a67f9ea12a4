import type { Intent } from '../../../contract/resources/intents.ts'
import { mostOfIntent } from '../../decision/most.ts'
import { changeAction } from '../../remote/change.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { centsFlag, countFlag, listFlag, objectFlag, textFlag } from '../../remote/fields.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { intentAmount } from '../../terminal/money.ts'
import { withActions } from '../../with-actions.ts'

const ID = 'int_01kdvy2n7rj4t8w0q3m5x9zb6c'
const shown = textFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.')

export const intentsCommand = withActions({
  ...listAndGet<Intent>({
    name: 'intents',
    id: 'int_...',
    filters: ['customer', 'agent', 'card', 'status'],
    statuses: 'pending_approval|pending|matched|mismatched|expired|rejected|canceled',
    list: (purser, query) => purser.intents.list(query),
    get: (purser, id) => purser.intents.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusColumn,
      { title: 'expected', of: (intent) => intentAmount(intent, ''), right: true, whole: true },
      { title: 'merchant', of: ({ expectedMerchant }) => expectedMerchant, optional: true },
      { title: 'purpose', of: ({ purpose }) => purpose },
      createdColumn,
    ],
  }),
  create: changeAction('intents create', {
    operation: 'createIntent',
    request: 'POST /cards/{cardId}/intents',
    summary: 'Declare a purchase before it is made.',
    details: 'It takes an API key of the role admin, or of the agent.',
    fields: {
      card: textFlag('cardId', 'card_...', 'The card that pays.'),
      purpose: textFlag('purpose', 'TEXT', 'What the purchase is for.'),
      amount: centsFlag('expectedAmount', 'The expected amount, in minor units of its currency, such as cents.'),
      currency: textFlag('expectedCurrency', 'CODE', "The currency of the amount. Default: the customer's."),
      merchant: textFlag('expectedMerchant', 'NAME', 'The expected merchant.'),
      mccs: listFlag('expectedMccs', '5734,...', 'The expected merchant categories.'),
      origin: textFlag('expectedOrigin', 'https://shop.example', 'Where the number may be entered.'),
      tolerance: centsFlag('tolerance', 'How many minor units more it may cost.'),
      'tolerance-percent': countFlag('tolerancePercent', '10', 'How many percent more it may cost.'),
      'ttl-minutes': countFlag('ttlMinutes', '30', 'How many minutes the purchase may take.'),
      'intent-id': textFlag('intentId', 'ID', 'An id of your own: a repeated call makes no second intent.'),
      metadata: objectFlag('metadata', 'JSON', 'Data of your own, as JSON.'),
    },
    done: 'Declared an intent',
    makes: true,
    example: '--card card_01kdvy2n7rj4t8w0q3m5x9zb6c --purpose "A domain" --amount 1200 --merchant Gandi',
  }),
  approve: changeAction('intents approve', {
    operation: 'approveIntent',
    request: 'POST /intents/{intentId}/approve',
    summary: 'Approve an intent. purser approve does the same.',
    fields: { note: textFlag('note', 'TEXT', 'A note that is kept with the decision.'), shown },
    done: 'Approved',
    about: mostOfIntent,
    example: ID,
  }),
  reject: changeAction('intents reject', {
    operation: 'rejectIntent',
    request: 'POST /intents/{intentId}/reject',
    summary: 'Reject an intent. purser reject does the same.',
    fields: { reason: textFlag('reason', 'TEXT', 'The reason, which the agent sees.'), shown },
    done: 'Rejected',
    about: mostOfIntent,
    example: ID,
  }),
  cancel: changeAction('intents cancel', {
    operation: 'cancelIntent',
    request: 'POST /intents/{intentId}/cancel',
    summary: 'Cancel an intent that is not used yet.',
    done: 'Canceled',
    example: ID,
  }),
  'revoke-approval': changeAction('intents revoke-approval', {
    operation: 'revokeApproval',
    request: 'POST /intents/{intentId}/revoke-approval',
    summary: 'Revoke the approval of an intent that is not used yet.',
    details: 'The intent is canceled. It takes an API key of the role admin or approver.',
    fields: { reason: textFlag('reason', 'TEXT', 'The reason, which the agent sees.') },
    done: 'Revoked the approval of',
    example: ID,
  }),
  report: changeAction('intents report', {
    operation: 'reportIntent',
    request: 'POST /intents/{intentId}/report',
    summary: 'Report how the purchase of an intent ended.',
    fields: {
      outcome: textFlag('outcome', 'completed|failed|abandoned', 'How it ended.'),
      order: textFlag('orderReference', 'TEXT', "The shop's number of the order."),
      note: textFlag('note', 'TEXT', 'A note.'),
    },
    done: 'Reported on',
    example: `${ID} --outcome completed`,
  }),
})
