import { Type, type Static } from 'typebox'
import { eventTypes } from '../events.ts'
import { Id, NullableId, NullableTimestamp, Timestamp, TimestampInput } from '../primitives.ts'
import { resourceAnswerFields, resourceCreateBody, resourceUpdateBody } from '../sheets/schemas.ts'
import { webhookSheet } from '../sheets/webhook.ts'

/** A webhook in answers: the fields of `webhookSheet`. */
export const Webhook = Type.Object(resourceAnswerFields(webhookSheet), { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      pattern: '^whsec_[0-9a-f]{64}$',
      maxLength: 70,
      description: 'The secret that signs the deliveries of the webhook. Only this answer shows it.',
    }),
  },
  { title: 'WebhookWithSecret' },
)

export const CreateWebhookBody = resourceCreateBody(webhookSheet)
export const UpdateWebhookBody = resourceUpdateBody(webhookSheet)

export const DeletedWebhook = Type.Object({ id: Id, deleted: Type.Literal(true) }, { title: 'DeletedWebhook' })

export const DeliveryStatus = Type.Enum(['pending', 'succeeded', 'failed', 'canceled'])
export type DeliveryStatus = Static<typeof DeliveryStatus>

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

const deliveryFields = {
  id: Id,
  webhookId: Id,
  eventId: Id,
  eventType: Type.Enum(eventTypes),
  status: DeliveryStatus,
  reason: Type.Optional(
    Type.Enum(['webhook_disabled'], {
      description: 'Why the delivery is `canceled`: its webhook was disabled while it waited.',
    }),
  ),
  attemptCount: Count,
  nextAttemptAt: NullableTimestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
/** A delivery in lists: without its attempts. */
export const Delivery = Type.Object(deliveryFields, { title: 'Delivery' })

export const DeliveryAttempt = Type.Object(
  {
    number: Count,
    startedAt: Timestamp,
    durationMs: Count,
    statusCode: Type.Union([Type.Integer({ minimum: 0, maximum: 999 }), Type.Null()]),
    error: Type.Union([Type.String({ pattern: '^[a-z_]+$', maxLength: 64, examples: ['timeout'] }), Type.Null()]),
    responseSnippet: Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], {
      description: "The first 1 KiB of the receiver's answer to the delivery.",
    }),
    manual: Type.Boolean(),
  },
  { title: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryWithAttempts = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(DeliveryAttempt, {
      maxItems: 1000,
      description: 'The latest 1000 attempts to deliver the event, oldest first.',
    }),
  },
  { title: 'DeliveryWithAttempts' },
)

export const webhookHealthBuckets = ['hour', 'day'] as const
/** How many of its newest deliveries, at most, are read to compute the health of a webhook. */
export const MAX_WEBHOOK_HEALTH_DELIVERIES = 5000
/** How many hours, or how many days, the health of a webhook covers. */
export const WEBHOOK_HEALTH_SPAN = { hour: 24, day: 14 } as const

const HealthBucket = Type.Object(
  {
    start: Type.String({
      ...Timestamp,
      description:
        'The start of the bucket, which is an hour or a day of UTC. Buckets without a delivery are left out.',
    }),
    succeeded: Count,
    failed: Type.Integer({
      ...Count,
      description: 'How many deliveries failed: all their attempts, or the webhook was disabled meanwhile.',
    }),
    waiting: Type.Integer({ ...Count, description: 'How many deliveries wait for an attempt.' }),
  },
  { title: 'WebhookHealthBucket' },
)

const LagMs = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const WebhookHealth = Type.Object(
  {
    bucket: Type.Enum([...webhookHealthBuckets]),
    from: Timestamp,
    data: Type.Array(HealthBucket, {
      maxItems: 25,
      description: 'The deliveries of the webhook, counted by the hour or day in which they were made, oldest first.',
    }),
    lag: Type.Union([Type.Object({ p50Ms: LagMs, p95Ms: LagMs }), Type.Null()], {
      description:
        'How many milliseconds passed from the event to the answer of the receiver, for the deliveries that succeeded: the median and the 95th percentile. Null: none succeeded.',
    }),
    oldestWaitingAt: Type.Union([Timestamp, Type.Null()], {
      description: 'When the oldest delivery that waits was made. Null: no delivery waits.',
    }),
    isPartial: Type.Boolean({
      description: `Whether the webhook had more than ${MAX_WEBHOOK_HEALTH_DELIVERIES} deliveries, of which only the newest are counted.`,
    }),
  },
  { title: 'WebhookHealth' },
)
export type WebhookHealth = Static<typeof WebhookHealth>

export const ReplayDeliveriesBody = Type.Object(
  {
    since: Type.Optional(
      Type.String({ ...TimestampInput, description: 'Deliveries that were made at this moment or later.' }),
    ),
    until: Type.Optional(
      Type.String({ ...TimestampInput, description: 'Deliveries that were made before this moment.' }),
    ),
    after: Type.Optional(Type.String({ ...Id, description: 'Continues an earlier call: the `next` of its answer.' })),
  },
  { additionalProperties: false },
)
/** How many deliveries one replay reads, including those that have succeeded or still wait. */
export const MAX_REPLAYED_DELIVERIES = 1000
export const DeliveryReplay = Type.Object(
  {
    replayed: Type.Integer({
      minimum: 0,
      maximum: MAX_REPLAYED_DELIVERIES,
      description: 'How many deliveries will be sent again.',
    }),
    next: NullableId,
  },
  { title: 'Replay' },
)

export const deliveryFilters = {
  status: Type.Optional(DeliveryStatus),
  eventType: Type.Optional(Type.Enum(eventTypes)),
}
