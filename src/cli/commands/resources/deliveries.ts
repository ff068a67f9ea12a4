import type { DeliveryStatus } from '../../../contract/resources/webhooks.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { createdTerminalColumn, statusTerminalColumn } from '../../remote/columns.ts'
import { replayEveryWebhook, replayDeliveriesFlags, replayOneWebhook } from '../../remote/replay.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { shortTimeText } from '../../terminal/time.ts'
import { commandWithActions } from '../../with-actions.ts'

const WEBHOOK = 'wh_01kdvy2n7rj4t8w0q3m5x9zb6c'

interface Delivery {
  readonly id: string
  readonly status: DeliveryStatus
  readonly eventType: string
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
}

export const deliveriesCommand = commandWithActions({
  ...listAndGetActions<Delivery>({
    name: 'deliveries',
    id: 'dlv_...',
    beneath: 'wh_...',
    filters: ['status', 'type'],
    statuses: 'pending|succeeded|failed|canceled',
    list: (purser, query, webhookId) => purser.webhooks.listDeliveries(webhookId, query),
    get: (purser, webhookId, deliveryId) => purser.webhooks.getDelivery(webhookId, deliveryId),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusTerminalColumn,
      { title: 'event', of: ({ eventType }) => eventType },
      { title: 'attempts', of: ({ attemptCount }) => attemptCount, right: true },
      { title: 'next', of: ({ nextAttemptAt }) => shortTimeText(nextAttemptAt), optional: true },
      createdTerminalColumn,
    ],
  }),
  retry: changeCommandAction('deliveries retry', {
    operation: 'retryDelivery',
    request: 'POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry',
    summary: 'Send one delivery again.',
    done: 'Sends again',
    example: `${WEBHOOK} dlv_01kdvy2n7rj4t8w0q3m5x9zb6c`,
  }),
  'retry-all-failed': {
    summary: 'Send all failed deliveries again: of a webhook, or of every active one.',
    usage: 'purser deliveries retry-all-failed [wh_...] [--since time] [--until time]',
    details: 'Canceled deliveries are sent again, too. It takes an API key of the role admin.',
    examples: [
      'purser deliveries retry-all-failed',
      `purser deliveries retry-all-failed ${WEBHOOK} --since 2026-01-31T00:00:00Z`,
    ],
    words: ['[wh_...]'],
    flags: replayDeliveriesFlags,
    run: (invocation) =>
      invocation.words.length === 0 ? replayEveryWebhook(invocation) : replayOneWebhook(invocation),
  },
})
