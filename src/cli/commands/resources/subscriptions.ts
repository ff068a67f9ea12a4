import type { Subscription } from '../../../contract/resources/subscriptions/subscriptions.ts'
import { subscriptionMaximumText } from '../../decision/most.ts'
import { centsRequestFlag, objectRequestFlag, textRequestFlag, approvalDecisionFlags } from '../../remote/fields.ts'
import { raiseSubscriptionAction } from '../../remote/raise.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { moneyText } from '../../terminal/money.ts'
import { shortTimeText } from '../../terminal/text.ts'

const { note, reason, shown } = approvalDecisionFlags

export const subscriptionsCommand = resourceCommand<Subscription>({
  name: 'subscriptions',
  path: '/subscriptions/{subscriptionId}',
  filters: ['customer', 'agent', 'card', 'status'],
  statuses: ['pending_approval', 'active', 'paused', 'canceled', 'rejected', 'expired'],
  columns: [
    { title: 'at most', of: ({ maxAmount, currency }) => moneyText(maxAmount, currency), right: true },
    { title: 'each', of: ({ interval }) => interval },
    { title: 'merchant', of: ({ merchant }) => merchant },
    { title: 'next', of: ({ next }) => shortTimeText(next?.from ?? null), whole: true },
    { title: 'purpose', of: ({ purpose }) => purpose, optional: true },
  ],
  changes: {
    create: {
      createdAt: '/cards/{cardId}/subscriptions',
      summary: 'Ask for one purchase in each week, month or year, up to an amount.',
      details: 'It takes an API key of the role admin, or of the agent.',
      fields: {
        card: textRequestFlag('cardId', 'card_...', 'The card that pays.'),
        merchant: textRequestFlag('merchant', 'NAME', 'The merchant.'),
        amount: centsRequestFlag(
          'maxAmount',
          "The most that one purchase may cost, in minor units of the card's currency, such as cents.",
        ),
        interval: textRequestFlag('interval', 'week|month|year', 'How long each period is.'),
        purpose: textRequestFlag('purpose', 'TEXT', 'What the purchases are for.'),
        origin: textRequestFlag('expectedOrigin', 'https://shop.example', 'Where the number may be entered.'),
        until: textRequestFlag('until', '2027-01-31T00:00:00Z', 'When it ends. Without it, it goes on.'),
        metadata: objectRequestFlag('metadata', 'JSON', 'Data of your own, as JSON.'),
      },
      done: 'Requested a subscription',
      example:
        '--card card_01kdvy2n7rj4t8w0q3m5x9zb6c --merchant "Daily News" --amount 1500 --interval month --purpose "The newspaper"',
    },
    approve: {
      summary: 'Approve a subscription. Its first period begins now.',
      fields: { note, shown },
      done: 'Approved',
      about: subscriptionMaximumText,
    },
    reject: {
      summary: 'Reject a subscription.',
      fields: { reason, shown },
      done: 'Rejected',
      about: subscriptionMaximumText,
    },
    pause: { summary: 'Let no purchase match it until it is resumed.', done: 'Paused' },
    resume: { summary: 'Let purchases match it again.', done: 'Resumed' },
    cancel: { summary: 'End a subscription for good.', done: 'Canceled' },
  },
  more: { raise: raiseSubscriptionAction },
})
