import type { Webhook } from '../../../contract/resources/webhooks.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { replayDeliveriesFlags, replayOneWebhook } from '../../remote/replay.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { resourceListColumns } from '../../remote/columns.ts'
import { resourceChangeFlags, resourceCreationFlags } from '../../remote/sheet-flags.ts'
import { shellResourceSheets } from '../../remote/shell-sheets.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'wh_01kdvy2n7rj4t8w0q3m5x9zb6c'
const update = { operation: 'updateWebhook', request: 'PATCH /webhooks/{webhookId}' } as const

export const webhooksCommand = commandWithActions({
  ...listAndGetActions<Webhook>({
    name: 'webhooks',
    id: 'wh_...',
    filters: [],
    statuses: shellResourceSheets.webhooks.statuses.join('|'),
    list: (purser, query) => purser.webhooks.list(query),
    get: (purser, id) => purser.webhooks.get(id),
    columns: resourceListColumns(shellResourceSheets.webhooks),
  }),
  create: changeCommandAction('webhooks create', {
    operation: 'createWebhook',
    request: 'POST /webhooks',
    summary: 'Register a webhook. Its secret is shown only then.',
    details:
      'The last line is the secret with which the receiver verifies. --url is the URL of the receiver here; PURSER_URL names the node.',
    fields: resourceCreationFlags(shellResourceSheets.webhooks),
    done: 'Registered',
    example: "--url https://example.com/hooks --events 'transaction.created,transaction.declined'",
  }),
  update: changeCommandAction('webhooks update', {
    ...update,
    summary: 'Change a webhook.',
    details: '--url is the URL of the receiver here; PURSER_URL names the node.',
    fields: resourceChangeFlags(shellResourceSheets.webhooks),
    canDryRun: true,
    done: 'Changed',
    example: `${ID} --events '*'`,
  }),
  enable: changeCommandAction('webhooks enable', {
    ...update,
    summary: 'Send events to a disabled webhook again.',
    fixed: { status: 'active' },
    done: 'Enabled',
    example: ID,
  }),
  disable: changeCommandAction('webhooks disable', {
    ...update,
    summary: 'Send no more events to a webhook.',
    fixed: { status: 'disabled' },
    done: 'Disabled',
    example: ID,
  }),
  test: changeCommandAction('webhooks test', {
    operation: 'testWebhook',
    request: 'POST /webhooks/{webhookId}/test',
    summary: 'Send a test event to a webhook.',
    done: 'Sends the delivery',
    example: ID,
  }),
  'rotate-secret': changeCommandAction('webhooks rotate-secret', {
    operation: 'rotateWebhookSecret',
    request: 'POST /webhooks/{webhookId}/rotate-secret',
    summary: 'Give a webhook a new secret, which is shown only then.',
    done: 'Changed the secret of',
    example: ID,
  }),
  delete: changeCommandAction('webhooks delete', {
    operation: 'deleteWebhook',
    request: 'DELETE /webhooks/{webhookId}',
    summary: 'Delete a webhook.',
    done: 'Deleted',
    example: ID,
  }),
  replay: {
    summary: 'Send all failed deliveries of a webhook again.',
    usage: 'purser webhooks replay wh_... [--since time] [--until time]',
    details: `replay sends every delivery again that has failed or was canceled, for instance because the webhook was disabled. It takes an API key
of the role admin, and the webhook must be active. --since and --until are times at which deliveries were made. Without them, all deliveries
that are still kept are sent again.`,
    examples: [`purser webhooks replay ${ID} --since 2026-01-31T00:00:00Z`],
    words: ['wh_...'],
    flags: replayDeliveriesFlags,
    run: replayOneWebhook,
  },
})
