import { replayDeliveriesFlags, replayOneWebhook } from '../../remote/replay.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'

export const webhooksCommand = resourceCommand({
  name: 'webhooks',
  path: '/webhooks/{webhookId}',
  filters: [],
  sheet: shellResourceSheets.webhooks,
  changes: {
    create: {
      summary: 'Register a webhook. Its secret is shown only then.',
      details:
        'The last line is the secret with which the receiver verifies. --url is the URL of the receiver here; PURSER_URL names the node.',
      done: 'Registered',
      example: "--url https://example.com/hooks --events 'transaction.created,transaction.declined'",
    },
    update: {
      summary: 'Change a webhook.',
      details: '--url is the URL of the receiver here; PURSER_URL names the node.',
      done: 'Changed',
      example: "--events '*'",
    },
    enable: { summary: 'Send events to a disabled webhook again.', status: 'active', done: 'Enabled' },
    disable: { summary: 'Send no more events to a webhook.', status: 'disabled', done: 'Disabled' },
    test: { summary: 'Send a test event to a webhook.', done: 'Sends the delivery' },
    'rotate-secret': {
      summary: 'Give a webhook a new secret, which is shown only then.',
      done: 'Changed the secret of',
    },
    delete: { summary: 'Delete a webhook.', done: 'Deleted' },
  },
  more: {
    replay: {
      summary: 'Send all failed deliveries of a webhook again.',
      usage: 'purser webhooks replay wh_... [--since time] [--until time]',
      details: `replay sends every delivery again that has failed or was canceled, for instance because the webhook was disabled. It takes an API key
of the role admin, and the webhook must be active. --since and --until are times at which deliveries were made. Without them, all deliveries
that are still kept are sent again.`,
      examples: ['purser webhooks replay wh_01kdvy2n7rj4t8w0q3m5x9zb6c --since 2026-01-31T00:00:00Z'],
      words: ['wh_...'],
      flags: replayDeliveriesFlags,
      run: replayOneWebhook,
    },
  },
})
