import type { Subscription } from '../../../contract/resources/subscriptions/subscriptions.ts'
import { subscriptionMaximumText } from '../../decision/most.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { statusTerminalColumn } from '../../remote/columns.ts'
import { centsRequestFlag, objectRequestFlag, textRequestFlag } from '../../remote/fields.ts'
import { raiseSubscriptionAction } from '../../remote/raise.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { moneyText } from '../../terminal/money.ts'
import { shortTimeText } from '../../terminal/time.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'sub_01kdvy2n7rj4t8w0q3m5x9zb6c'
const shown = textRequestFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.')

export const subscriptionsCommand = commandWithActions({
  ...listAndGetActions<Subscription>({
    name: 'subscriptions',
    id: 'sub_...',
    filters: ['customer', 'agent', 'card', 'status'],
    statuses: 'pending_approval|active|paused|canceled|rejected|expired',
    list: (purser, query) => purser.subscriptions.list(query),
    get: (purser, id) => purser.subscriptions.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusTerminalColumn,
      { title: 'at most', of: ({ maxAmount, currency }) => moneyText(maxAmount, currency), right: true },
      { title: 'each', of: ({ interval }) => interval },
      { title: 'merchant', of: ({ merchant }) => merchant },
      { title: 'next', of: ({ next }) => shortTimeText(next?.from ?? null), whole: true },
      { title: 'purpose', of: ({ purpose }) => purpose, optional: true },
    ],
  }),
  create: changeCommandAction('subscriptions create', {
    operation: 'createSubscription',
    request: 'POST /cards/{cardId}/subscriptions',
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
    makes: true,
    example:
      '--card card_01kdvy2n7rj4t8w0q3m5x9zb6c --merchant "Daily News" --amount 1500 --interval month --purpose "The newspaper"',
  }),
  approve: changeCommandAction('subscriptions approve', {
    operation: 'approveSubscription',
    request: 'POST /subscriptions/{subscriptionId}/approve',
    summary: 'Approve a subscription. Its first period begins now.',
    fields: { note: textRequestFlag('note', 'TEXT', 'A note that is kept with the decision.'), shown },
    done: 'Approved',
    about: subscriptionMaximumText,
    example: ID,
  }),
  reject: changeCommandAction('subscriptions reject', {
    operation: 'rejectSubscription',
    request: 'POST /subscriptions/{subscriptionId}/reject',
    summary: 'Reject a subscription.',
    fields: { reason: textRequestFlag('reason', 'TEXT', 'The reason, which the agent sees.'), shown },
    done: 'Rejected',
    about: subscriptionMaximumText,
    example: ID,
  }),
  pause: changeCommandAction('subscriptions pause', {
    operation: 'pauseSubscription',
    request: 'POST /subscriptions/{subscriptionId}/pause',
    summary: 'Let no purchase match it until it is resumed.',
    done: 'Paused',
    example: ID,
  }),
  resume: changeCommandAction('subscriptions resume', {
    operation: 'resumeSubscription',
    request: 'POST /subscriptions/{subscriptionId}/resume',
    summary: 'Let purchases match it again.',
    fixed: {},
    done: 'Resumed',
    example: ID,
  }),
  cancel: changeCommandAction('subscriptions cancel', {
    operation: 'cancelSubscription',
    request: 'POST /subscriptions/{subscriptionId}/cancel',
    summary: 'End a subscription for good.',
    done: 'Canceled',
    example: ID,
  }),
  raise: raiseSubscriptionAction,
})
