import { Type, type Static } from 'typebox'
import type { EventType } from '../events.ts'
import { mergePatchSchema } from '../patch.ts'
import { MAX_WEBHOOK_URL_LENGTH } from '../sheets/webhook-fields.ts'

/** The types of events that people are notified of: something waits for a person, or was stopped. */
export const notifiedEventTypes = [
  'intent.pending_approval',
  'change_request.created',
  'challenge.requested',
  'subscription.pending_approval',
  'subscription.exceeded',
  'card.frozen',
  'budget.threshold',
  'webhook.disabled',
  'transaction.created',
  'transaction.settled',
  'account.stopped',
  'account.resumed',
] as const satisfies readonly EventType[]
export type NotifiedEventType = (typeof notifiedEventTypes)[number]

const Events = Type.Array(Type.Enum([...notifiedEventTypes]), {
  maxItems: 20,
  description:
    'The event types that are notified. `card.frozen` is sent only if a rule froze the card, not if somebody did. Empty: no notifications.',
})

/** A person's choice of the events that they are notified of by mail. */
export const MailNotifications = Type.Object(
  {
    events: Events,
    email: Type.String({ format: 'email', maxLength: 254 }),
    sendsMail: Type.Boolean({ description: 'Whether this installation sends mail: an operator sets it up.' }),
  },
  { title: 'MailNotifications' },
)
export type MailNotifications = Static<typeof MailNotifications>
export const UpdateMailNotificationsBody = mergePatchSchema(
  Type.Object({ events: Type.Optional(Events) }, { additionalProperties: false }),
  ['events'],
)

/** The answer to a request to send a test message: what the receiver said. */
export const TestMessage = Type.Object(
  {
    succeeded: Type.Boolean({
      description: 'Whether the receiver accepted the test message: any 2xx of a mail server or of Slack.',
    }),
    statusCode: Type.Union([Type.Integer({ minimum: 0, maximum: 999 }), Type.Null()]),
    failure: Type.Union([Type.String({ pattern: '^[a-z_]+$', maxLength: 64, examples: ['timeout'] }), Type.Null()], {
      description: 'Why the test message got no answer. `not_set_up`: no mail server or no Slack URL is set.',
    }),
    responseSnippet: Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], {
      description: "The first 1 KiB of the receiver's answer to the test message.",
    }),
  },
  { title: 'TestMessage' },
)
export type TestMessage = Static<typeof TestMessage>

/** The events that are sent to an account's channel in Slack. */
export const SlackNotifications = Type.Object(
  {
    events: Events,
    url: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'The host and the last four characters of the Slack webhook URL, which is a secret.',
      }),
    ),
  },
  { title: 'SlackNotifications' },
)
export type SlackNotifications = Static<typeof SlackNotifications>
export const UpdateSlackNotificationsBody = mergePatchSchema(
  Type.Object(
    {
      events: Type.Optional(Events),
      url: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_WEBHOOK_URL_LENGTH,
          description: 'The https URL of an incoming webhook of Slack. `null` removes it.',
          examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  ['events'],
)
