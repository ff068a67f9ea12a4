import { Type, type Static } from 'typebox'
import { eventTypes, subscribableEventTypes } from './events.ts'
import { mergePatch } from './patch.ts'
import { Id, NullableTimestamp, Timestamp } from './primitives.ts'

export const WebhookStatus = Type.Enum(['active', 'disabled'])
const Subscription = Type.Enum([...subscribableEventTypes, '*'])
const subscriptions = Type.Array(Subscription, {
  minItems: 1,
  maxItems: 1000,
  description: 'Event types, or `*` for all.',
})
const url = Type.String({ minLength: 1, maxLength: 2048, description: 'HTTPS endpoint that receives the events.' })
const description = Type.String({ maxLength: 500 })

const webhookFields = {
  id: Id,
  url: Type.String(),
  events: Type.Array(Subscription),
  description: Type.Optional(Type.String()),
  status: WebhookStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const Webhook = Type.Object(webhookFields, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({ description: 'Signs the deliveries. Shown only here.' }),
  },
  { title: 'WebhookWithSecret' },
)

export const CreateWebhookBody = Type.Object(
  {
    url,
    events: subscriptions,
    description: Type.Optional(description),
    status: Type.Optional(WebhookStatus),
  },
  { additionalProperties: false },
)
export const UpdateWebhookBody = mergePatch(CreateWebhookBody, ['url', 'events', 'status'])

export const DeletedWebhook = Type.Object({ id: Id, deleted: Type.Literal(true) }, { title: 'DeletedWebhook' })

export const DeliveryStatus = Type.Enum(['pending', 'succeeded', 'failed', 'canceled'])
export type DeliveryStatus = Static<typeof DeliveryStatus>

const deliveryFields = {
  id: Id,
  webhookId: Id,
  eventId: Id,
  eventType: Type.Enum(eventTypes),
  status: DeliveryStatus,
  attemptCount: Type.Integer(),
  nextAttemptAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
/** A delivery as lists show it: without its attempts. */
export const Delivery = Type.Object(deliveryFields, { title: 'Delivery' })

export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer(),
    startedAt: Timestamp,
    durationMs: Type.Integer(),
    statusCode: Type.Union([Type.Integer(), Type.Null()]),
    error: Type.Union([Type.String(), Type.Null()]),
    responseSnippet: Type.Union([Type.String(), Type.Null()], { description: 'First 1 KiB of the answer.' }),
    manual: Type.Boolean(),
  },
  { title: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryWithAttempts = Type.Object(
  { ...deliveryFields, attempts: Type.Array(DeliveryAttempt) },
  { title: 'DeliveryWithAttempts' },
)

export const deliveryFilters = {
  status: Type.Optional(DeliveryStatus),
  eventType: Type.Optional(Type.Enum(eventTypes)),
}
