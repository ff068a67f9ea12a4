import { Type, type Static } from 'typebox'
import { eventTypes } from '../events.ts'
import { mergePatch } from '../patch.ts'
import { Id, NullableId, NullableTimestamp, Timestamp, TimestampInput } from '../primitives.ts'

export const WebhookStatus = Type.Enum(['active', 'disabled'])
/**
 * How many webhooks an account may have, disabled ones included. Each event is stored once for every webhook that subscribes to it, in a
 * batch that also decides purchases of other accounts: with 300 webhooks these purchases took 220 ms, and with 5000 they were refused.
 */
export const MAX_WEBHOOKS = 50
const Subscription = Type.Enum([...eventTypes, '*'])
const subscriptions = Type.Array(Subscription, {
  minItems: 1,
  maxItems: 1000,
  description: 'Event types, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`.',
})
export const MAX_URL_LENGTH = 2048
const url = Type.String({
  minLength: 1,
  maxLength: MAX_URL_LENGTH,
  description: 'HTTPS endpoint that receives the events.',
})
const description = Type.String({ maxLength: 500 })

const webhookFields = {
  id: Id,
  url: Type.String({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description: 'The URL as it was parsed. The role `admin` sees all of it; other roles see its origin alone.',
  }),
  events: subscriptions,
  description: Type.Optional(description),
  status: WebhookStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const Webhook = Type.Object(webhookFields, { title: 'Webhook' })
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      pattern: '^whsec_[0-9a-f]{64}$',
      maxLength: 70,
      description: 'Signs the deliveries. It is shown only here.',
    }),
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
      description: 'First 1 KiB of the answer.',
    }),
    manual: Type.Boolean(),
  },
  { title: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryWithAttempts = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(DeliveryAttempt, { maxItems: 1000, description: 'The latest 1000, oldest first.' }),
  },
  { title: 'DeliveryWithAttempts' },
)

export const healthBuckets = ['hour', 'day'] as const
/** How many of its newest deliveries, at most, are read to compute the health of a webhook. */
export const MOST_HEALTH_DELIVERIES = 5000
/** How many hours, or how many days, the health of a webhook covers. */
export const HEALTH_SPAN = { hour: 24, day: 14 } as const

const HealthBucket = Type.Object(
  {
    start: Type.String({
      ...Timestamp,
      description: 'Hours and days are in UTC. Buckets without a delivery are left out.',
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
    bucket: Type.Enum([...healthBuckets]),
    from: Timestamp,
    data: Type.Array(HealthBucket, {
      maxItems: 25,
      description: 'By the time at which the deliveries were made, oldest first.',
    }),
    lag: Type.Union([Type.Object({ p50Ms: LagMs, p95Ms: LagMs }), Type.Null()], {
      description:
        'From the event to the answer of the receiver, of the deliveries that succeeded. Null: there is none.',
    }),
    oldestWaitingAt: Type.Union([Timestamp, Type.Null()], {
      description: 'When the oldest delivery that waits was made. Null: none waits.',
    }),
    isPartial: Type.Boolean({
      description: `Whether there were more than ${MOST_HEALTH_DELIVERIES} deliveries: only the newest are told.`,
    }),
  },
  { title: 'WebhookHealth' },
)
export type WebhookHealth = Static<typeof WebhookHealth>

export const ReplayBody = Type.Object(
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
export const MOST_REPLAYED = 1000
export const Replay = Type.Object(
  {
    replayed: Type.Integer({
      minimum: 0,
      maximum: MOST_REPLAYED,
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
