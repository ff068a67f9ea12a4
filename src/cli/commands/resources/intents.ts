import type { Intent } from '../../../contract/resources/intents.ts'
import { intentMaximumText } from '../../decision/most.ts'
import { createdTerminalColumn } from '../../remote/columns.ts'
import {
  centsRequestFlag,
  countRequestFlag,
  listRequestFlag,
  objectRequestFlag,
  textRequestFlag,
  approvalDecisionFlags,
} from '../../remote/fields.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { intentAmountText } from '../../terminal/money.ts'

const { note, reason, shown } = approvalDecisionFlags

export const intentsCommand = resourceCommand<Intent>({
  name: 'intents',
  path: '/intents/{intentId}',
  filters: ['customer', 'agent', 'card', 'status'],
  statuses: ['pending_approval', 'pending', 'matched', 'mismatched', 'expired', 'rejected', 'canceled'],
  columns: [
    { title: 'expected', of: (intent) => intentAmountText(intent, ''), right: true, whole: true },
    { title: 'merchant', of: ({ expectedMerchant }) => expectedMerchant, optional: true },
    { title: 'purpose', of: ({ purpose }) => purpose },
    createdTerminalColumn,
  ],
  changes: {
    create: {
      createdAt: '/cards/{cardId}/intents',
      summary: 'Declare a purchase before it is made.',
      details: 'It takes an API key of the role admin, or of the agent.',
      fields: {
        card: textRequestFlag('cardId', 'card_...', 'The card that pays.'),
        purpose: textRequestFlag('purpose', 'TEXT', 'What the purchase is for.'),
        amount: centsRequestFlag(
          'expectedAmount',
          'The expected amount, in minor units of its currency, such as cents.',
        ),
        currency: textRequestFlag('expectedCurrency', 'CODE', "The currency of the amount. Default: the customer's."),
        merchant: textRequestFlag('expectedMerchant', 'NAME', 'The expected merchant.'),
        mccs: listRequestFlag('expectedMccs', '5734,...', 'The expected merchant categories.'),
        origin: textRequestFlag('expectedOrigin', 'https://shop.example', 'Where the number may be entered.'),
        tolerance: centsRequestFlag('tolerance', 'How many minor units more it may cost.'),
        'tolerance-percent': countRequestFlag('tolerancePercent', '10', 'How many percent more it may cost.'),
        'ttl-minutes': countRequestFlag('ttlMinutes', '30', 'How many minutes the purchase may take.'),
        'valid-minutes': countRequestFlag('validMinutes', '240', 'How many minutes after an approval it can be made.'),
        'intent-id': textRequestFlag('intentId', 'ID', 'An id of your own: a repeated call makes no second intent.'),
        metadata: objectRequestFlag('metadata', 'JSON', 'Data of your own, as JSON.'),
      },
      done: 'Declared an intent',
      example: '--card card_01kdvy2n7rj4t8w0q3m5x9zb6c --purpose "A domain" --amount 1200 --merchant Gandi',
    },
    approve: {
      summary: 'Approve an intent. purser approve does the same.',
      fields: {
        note,
        'valid-minutes': countRequestFlag('validMinutes', '240', 'How many minutes from now on it can be paid.'),
        shown,
      },
      done: 'Approved',
      about: intentMaximumText,
    },
    reject: {
      summary: 'Reject an intent. purser reject does the same.',
      fields: { reason, shown },
      done: 'Rejected',
      about: intentMaximumText,
    },
    cancel: { summary: 'Cancel an intent that is not used yet.', done: 'Canceled' },
    'revoke-approval': {
      summary: 'Revoke the approval of an intent that is not used yet.',
      details: 'The intent is canceled. It takes an API key of the role admin or approver.',
      fields: { reason },
      done: 'Revoked the approval of',
    },
    report: {
      summary: 'Report how the purchase of an intent ended.',
      fields: {
        outcome: textRequestFlag('outcome', 'completed|failed|abandoned', 'How it ended.'),
        order: textRequestFlag('orderReference', 'TEXT', "The shop's number of the order."),
        note: textRequestFlag('note', 'TEXT', 'A note.'),
      },
      done: 'Reported on',
      example: '--outcome completed',
    },
  },
})
