import type { DeliveryStatus } from '../../../contract/resources/webhooks.ts'
import { createdTerminalColumn } from '../../remote/columns.ts'
import { replayEveryWebhook, replayDeliveriesFlags, replayOneWebhook } from '../../remote/replay.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { shortTimeText } from '../../terminal/text.ts'

interface Delivery {
  readonly id: string
  readonly status: DeliveryStatus
  readonly eventType: string
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
}

export const deliveriesCommand = resourceCommand<Delivery>({
  name: 'deliveries',
  path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
  filters: ['status', 'type'],
  statuses: ['pending', 'succeeded', 'failed', 'canceled'],
  columns: [
    { title: 'event', of: ({ eventType }) => eventType },
    { title: 'attempts', of: ({ attemptCount }) => attemptCount, right: true },
    { title: 'next', of: ({ nextAttemptAt }) => shortTimeText(nextAttemptAt), optional: true },
    createdTerminalColumn,
  ],
  changes: { retry: { summary: 'Send one delivery again.', done: 'Sends again' } },
  more: {
    'retry-all-failed': {
      summary: 'Send all failed deliveries again: of a webhook, or of every active one.',
      usage: 'purser deliveries retry-all-failed [wh_...] [--since time] [--until time]',
      details: 'Canceled deliveries are sent again, too. It takes an API key of the role admin.',
      examples: [
        'purser deliveries retry-all-failed',
        'purser deliveries retry-all-failed wh_01kdvy2n7rj4t8w0q3m5x9zb6c --since 2026-01-31T00:00:00Z',
      ],
      words: ['[wh_...]'],
      flags: replayDeliveriesFlags,
      run: (invocation) =>
        invocation.words.length === 0 ? replayEveryWebhook(invocation) : replayOneWebhook(invocation),
    },
  },
})
