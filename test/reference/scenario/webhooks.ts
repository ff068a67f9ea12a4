import { nobodys, of, RECEIVER } from '../documented.ts'
import { later, shown, type Step, untold } from '../step.ts'

const hook = { path: { webhookId: of('wh', 1) } }
const delivery = { path: { ...hook.path, deliveryId: of('dlv', 1) } }

/** Who is told of what. */
export const webhooks: readonly Step[] = [
  shown('createWebhook', 'purchases', 'For purchases alone', {
    body: { url: RECEIVER, events: ['transaction.created', 'transaction.declined'], description: 'Bookkeeping' },
  }),
  shown('createWebhook', 'plainHttp', 'An address that is not public', {
    body: { url: 'http://169.254.169.254/', events: ['*'] },
    status: 400,
  }),
  shown('listWebhooks', 'all', 'All of the account'),
  shown('getWebhook', 'active', 'A webhook', hook),
  shown('getWebhook', 'unknown', 'An id that is not there', { path: { webhookId: nobodys('wh') }, status: 404 }),
  shown('updateWebhook', 'more', 'For one type of event more', {
    ...hook,
    body: { events: ['transaction.created', 'transaction.declined', 'transaction.settled'] },
  }),
  shown('testWebhook', 'sent', 'An event for trying it out', hook),
  later(1),
]

/** How it went, at the end of the story. */
export const deliveries: readonly Step[] = [
  later(1),
  shown('listDeliveries', 'declined', 'What was told of declines', {
    ...hook,
    query: { eventType: 'transaction.declined', status: 'succeeded', limit: 1 },
  }),
  shown('getWebhookHealth', 'hours', 'The last 24 hours', hook),
  shown('getDelivery', 'succeeded', 'A delivery that arrived', delivery),
  shown('getDelivery', 'unknown', 'An id that is not there', {
    path: { ...hook.path, deliveryId: nobodys('dlv') },
    status: 404,
  }),
  shown('retryDelivery', 'again', 'Once more, also after success', delivery),
  shown('replayDeliveries', 'missed', 'All that was missed', { path: hook.path, body: {} }),
  shown('rotateWebhookSecret', 'rotated', 'A new secret', hook),
  shown('listEvents', 'declines', 'The newest decline', { query: { type: 'transaction.declined', limit: 1 } }),
  shown('getSpendStats', 'days', 'Spend of each day by agent', { query: { groupBy: 'agent' } }),
  shown('getEvent', 'told', 'One event', { path: { eventId: of('evt', 1) } }),
  shown('getEvent', 'unknown', 'An id that is not there', { path: { eventId: nobodys('evt') }, status: 404 }),
  untold('createWebhook', { body: { url: RECEIVER, events: ['*'] } }),
  untold('createWebhook', { body: { url: RECEIVER, events: ['card.closed'] } }),
  shown('createWebhook', 'auditTrail', 'For all events, and for entries of the audit trail', {
    body: { url: RECEIVER, events: ['*', 'audit.recorded'] },
  }),
  untold('updateWebhook', { path: { webhookId: of('wh', 3) }, body: { status: 'disabled' } }),
  shown('deleteWebhook', 'deleted', 'A webhook', { path: { webhookId: of('wh', 2) } }),
]
