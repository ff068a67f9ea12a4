import { OperatorError } from '../../app/operator-error.ts'
import { type EventType, eventTypes } from '../../contract/events.ts'
import type { ShellCommand } from '../command.ts'
import { terminalLineOfEvent } from '../events/event-line.ts'
import { parseEventType } from '../events/event-type.ts'
import { triggerEvent } from '../events/trigger.ts'
import { withNodeClient } from '../remote/client.ts'
import { terminalScreenOf } from '../terminal/screen.ts'
import { printCommandAnswer } from '../terminal/show.ts'

/** The event types as one line for each resource: `card.created, .frozen, .closed`. */
function listed(): string {
  const byResource = Map.groupBy(eventTypes, (type) => type.slice(0, type.indexOf('.')))
  const lines = [...byResource].map(([resource, types]) => {
    const names = types.map((type) => type.slice(resource.length))
    return `  ${resource}${names.join(', ')}`
  })
  return lines.join('\n')
}

export const triggerCommand: ShellCommand = {
  usage: 'purser trigger <event> [--webhook wh_...]',
  details: `It does what the event reports, with a customer (purser-trigger@example.com) and a card of its own. It takes a key of the role admin.
webhook.test is sent to the webhook that --webhook names. Events:\n${listed()}`,
  examples: [
    'purser trigger transaction.declined',
    'purser trigger webhook.test --webhook wh_01kdvy2n7rj4t8w0q3m5x9zb6c',
  ],
  flags: {
    webhook: { type: 'string', value: 'wh_...', description: 'For webhook.test: the webhook that it is sent to.' },
  },
  words: ['<event>'],

  async run({ words: [name = ''], flags, json, settings }) {
    const type = parseEventType(name)
    const webhookId = flags['webhook']
    assertWebhook(type, webhookId)
    const { event, comesAt } = await withNodeClient(settings, (purser) => triggerEvent(purser, type, String(webhookId)))
    const screen = terminalScreenOf(process.stdout)
    printCommandAnswer({ json }, event ?? { type, comesAt }, () => [
      event === null ? later(type, comesAt) : terminalLineOfEvent(event, screen),
    ])
  },
}

function assertWebhook(type: EventType, webhookId: string | boolean | undefined): void {
  if ((type === 'webhook.test') === (webhookId !== undefined)) return
  throw new OperatorError(
    webhookId === undefined
      ? 'webhook.test is sent to one webhook: add --webhook wh_...'
      : `--webhook works with webhook.test alone: every webhook that subscribes to ${type} gets the event.`,
  )
}

const later = (type: EventType, comesAt: string | null): string =>
  comesAt === null
    ? `${type} is sent to that webhook alone. GET /v1/webhooks/{webhookId}/deliveries shows its delivery.`
    : `${type} comes later, at ${comesAt}. With the test clock: purser clock advance 1m`
