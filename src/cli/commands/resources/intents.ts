import type { Intent } from '../../../contract/resources/intents.ts'
import { intentMaximumText } from '../../decision/most.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { createdTerminalColumn, statusTerminalColumn } from '../../remote/columns.ts'
import {
  centsRequestFlag,
  countRequestFlag,
  listRequestFlag,
  objectRequestFlag,
  textRequestFlag,
} from '../../remote/fields.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { intentAmountText } from '../../terminal/money.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'int_01kdvy2n7rj4t8w0q3m5x9zb6c'
const shown = textRequestFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.')

export const intentsCommand = commandWithActions({
  ...listAndGetActions<Intent>({
    name: 'intents',
    id: 'int_...',
    filters: ['customer', 'agent', 'card', 'status'],
    statuses: 'pending_approval|pending|matched|mismatched|expired|rejected|canceled',
    list: (purser, query) => purser.intents.list(query),
    get: (purser, id) => purser.intents.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusTerminalColumn,
      { title: 'expected', of: (intent) => intentAmountText(intent, ''), right: true, whole: true },
      { title: 'merchant', of: ({ expectedMerchant }) => expectedMerchant, optional: true },
      { title: 'purpose', of: ({ purpose }) => purpose },
      createdTerminalColumn,
    ],
  }),
  create: changeCommandAction('intents create', {
    operation: 'createIntent',
    request: 'POST /cards/{cardId}/intents',
    summary: 'Declare a purchase before it is made.',
    details: 'It takes an API key of the role admin, or of the agent.',
    fields: {
      card: textRequestFlag('cardId', 'card_...', 'The card that pays.'),
      purpose: textRequestFlag('purpose', 'TEXT', 'What the purchase is for.'),
      amount: centsRequestFlag('expectedAmount', 'The expected amount, in minor units of its currency, such as cents.'),
      currency: textRequestFlag('expectedCurrency', 'CODE', "The currency of the amount. Default: the customer's."),
      merchant: textRequestFlag('expectedMerchant', 'NAME', 'The expected merchant.'),
      mccs: listRequestFlag('expectedMccs', '5734,...', 'The expected merchant categories.'),
      origin: textRequestFlag('expectedOrigin', 'https://shop.example', 'Where the number may be entered.'),
      tolerance: centsRequestFlag('tolerance', 'How many minor units more it may cost.'),
      'tolerance-percent': countRequestFlag('tolerancePercent', '10', 'How many percent more it may cost.'),
      'ttl-minutes': countRequestFlag('ttlMinutes', '30', 'How many minutes the purchase may take.'),
      'intent-id': textRequestFlag('intentId', 'ID', 'An id of your own: a repeated call makes no second intent.'),
      metadata: objectRequestFlag('metadata', 'JSON', 'Data of your own, as JSON.'),
    },
    done: 'Declared an intent',
    makes: true,
    example: '--card card_01kdvy2n7rj4t8w0q3m5x9zb6c --purpose "A domain" --amount 1200 --merchant Gandi',
  }),
  approve: changeCommandAction('intents approve', {
    operation: 'approveIntent',
    request: 'POST /intents/{intentId}/approve',
    summary: 'Approve an intent. purser approve does the same.',
    fields: { note: textRequestFlag('note', 'TEXT', 'A note that is kept with the decision.'), shown },
    done: 'Approved',
    about: intentMaximumText,
    example: ID,
  }),
  reject: changeCommandAction('intents reject', {
    operation: 'rejectIntent',
    request: 'POST /intents/{intentId}/reject',
    summary: 'Reject an intent. purser reject does the same.',
    fields: { reason: textRequestFlag('reason', 'TEXT', 'The reason, which the agent sees.'), shown },
    done: 'Rejected',
    about: intentMaximumText,
    example: ID,
  }),
  cancel: changeCommandAction('intents cancel', {
    operation: 'cancelIntent',
    request: 'POST /intents/{intentId}/cancel',
    summary: 'Cancel an intent that is not used yet.',
    done: 'Canceled',
    example: ID,
  }),
  'revoke-approval': changeCommandAction('intents revoke-approval', {
    operation: 'revokeApproval',
    request: 'POST /intents/{intentId}/revoke-approval',
    summary: 'Revoke the approval of an intent that is not used yet.',
    details: 'The intent is canceled. It takes an API key of the role admin or approver.',
    fields: { reason: textRequestFlag('reason', 'TEXT', 'The reason, which the agent sees.') },
    done: 'Revoked the approval of',
    example: ID,
  }),
  report: changeCommandAction('intents report', {
    operation: 'reportIntent',
    request: 'POST /intents/{intentId}/report',
    summary: 'Report how the purchase of an intent ended.',
    fields: {
      outcome: textRequestFlag('outcome', 'completed|failed|abandoned', 'How it ended.'),
      order: textRequestFlag('orderReference', 'TEXT', "The shop's number of the order."),
      note: textRequestFlag('note', 'TEXT', 'A note.'),
    },
    done: 'Reported on',
    example: `${ID} --outcome completed`,
  }),
})
