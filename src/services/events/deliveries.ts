import type { EventType } from '../../contract/events.ts'
import type { OperationOutputOf } from '../../contract/operations.ts'
import { ApiError } from '../../contract/errors.ts'
import { type DeliveryAttempt, MAX_REPLAYED_DELIVERIES } from '../../contract/resources/webhooks.ts'
import { webhookTestEvent } from '../../domain/events/events.ts'
import { nullableIsoTimestamp, isoTimestamp } from '../../lib/clock.ts'
import { divideByBucketGroup } from '../../store/sharding/groups.ts'
import {
  listDeliveriesAfter,
  findDelivery,
  listDeliveryAttempts,
  listDeliveryRows,
  recordEventForWebhook,
  requestManualDeliveryAttempt,
  requeueDeliveries,
  type StoredDelivery,
} from '../../store/webhooks/deliveries.ts'
import type { DeliveryAttemptRow } from '../../store/rows/webhook-tables.ts'
import { cancelDeliveries, findWebhook, lockWebhook } from '../../store/webhooks/webhooks.ts'
import type { ReadOperationService, WriteOperationService } from '../request/context.ts'
import { instantOfTimestamp } from '../input/instant.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'

export const listDeliveries: ReadOperationService<'listDeliveries'> = async (context, { params, query }) => {
  const { db, principal } = context
  const webhook = objectOr404(await findWebhook(db, principal.accountId, params.webhookId), 'webhook_not_found')
  return paginate(context, {
    name: 'listDeliveries',
    query,
    params,
    load: (page) => listDeliveryRows(db, webhook.id, { ...page, status: query.status, eventType: query.eventType }),
    view: deliveryView,
  })
}

export const getDelivery: ReadOperationService<'getDelivery'> = async ({ db, principal }, { params }) => {
  const webhook = objectOr404(await findWebhook(db, principal.accountId, params.webhookId), 'webhook_not_found')
  const delivery = objectOr404(await findDelivery(db, webhook.id, params.deliveryId), 'delivery_not_found')
  const attempts = await listDeliveryAttempts(db, delivery.id)
  return { ...deliveryView(delivery), attempts: attempts.map(attemptView) }
}

/**
 * Makes another attempt at a delivery at once, whatever its status. The attempt is `manual`: if it fails, the delivery keeps its status and
 * its schedule. Nothing is sent to a disabled webhook, so its delivery is answered unchanged.
 */
export const retryDelivery: WriteOperationService<'retryDelivery'> = async (context, { params }) => {
  const { tx, clock, principal } = context
  const webhook = objectOr404(await lockWebhook(tx, principal.accountId, params.webhookId), 'webhook_not_found')
  const delivery = objectOr404(await findDelivery(tx, webhook.id, params.deliveryId), 'delivery_not_found')
  if (webhook.status === 'disabled') return deliveryView(delivery)
  return deliveryView(await requestManualDeliveryAttempt(tx, delivery.id, clock.now()))
}

/**
 * Sends failed and canceled deliveries again. Their earlier attempts stay listed, and their schedule continues. A delivery that has used up
 * its attempts gets one more.
 */
export const replayDeliveries: WriteOperationService<'replayDeliveries'> = async (context, { params, body }) => {
  const { tx, clock, principal, database } = context
  const webhook = objectOr404(await lockWebhook(tx, principal.accountId, params.webhookId), 'webhook_not_found')
  if (webhook.status === 'disabled') {
    throw new ApiError('invalid_request', {
      message: 'This webhook is disabled: nothing is sent to it.',
      hint: 'Set its `status` to `active`, then replay.',
      details: { reason: 'parameter_invalid' },
    })
  }
  const page = {
    after: body.after ?? '',
    since: instantOfTimestamp('since', body.since),
    until: instantOfTimestamp('until', body.until),
    limit: MAX_REPLAYED_DELIVERIES,
  }
  const ended = await listDeliveriesAfter(tx, webhook.id, page)
  const ids = ended.filter(({ status }) => status === 'failed' || status === 'canceled').map(({ id }) => id)
  for (const own of divideByBucketGroup(await database.groups(), ids, (id) => id))
    await requeueDeliveries(tx, own, clock.now())
  const last = ended.length < MAX_REPLAYED_DELIVERIES ? null : (ended.at(-1)?.id ?? null)
  return { replayed: ids.length, next: last }
}

/** Sends `webhook.test` to this webhook only, whatever it subscribes to. The delivery is canceled at once where the webhook is disabled. */
export const testWebhook: WriteOperationService<'testWebhook'> = async (context, { params }) => {
  const { tx, clock, principal, database } = context
  const webhook = objectOr404(await lockWebhook(tx, principal.accountId, params.webhookId), 'webhook_not_found')
  const at = clock.now()
  const id = await recordEventForWebhook(
    context,
    webhookTestEvent({ id: webhook.id, accountId: principal.accountId }, at),
  )
  if (webhook.status === 'disabled') await cancelDeliveries(tx, webhook.id, { ...(await database.groups()), at })
  return deliveryView(objectOr404(await findDelivery(tx, webhook.id, id), 'delivery_not_found'))
}

/** The answer about a delivery. A delivery that waits for a manual retry is shown as pending: its outcome is open again. */
const deliveryView = (delivery: StoredDelivery): OperationOutputOf<'retryDelivery'> => ({
  id: delivery.id,
  webhookId: delivery.webhook_id,
  eventId: delivery.event_id,
  eventType: delivery.event_type as EventType, // deliveries of webhooks are always events, never mails
  status: delivery.manual_at === null ? delivery.status : 'pending',
  ...(delivery.status === 'canceled' && delivery.manual_at === null ? { reason: 'webhook_disabled' as const } : {}),
  attemptCount: delivery.attempt_count,
  nextAttemptAt: nullableIsoTimestamp(delivery.manual_at ?? delivery.next_attempt_at),
  createdAt: isoTimestamp(delivery.created_at),
  updatedAt: isoTimestamp(delivery.updated_at),
})

const attemptView = (attempt: DeliveryAttemptRow): DeliveryAttempt => ({
  number: attempt.number,
  startedAt: isoTimestamp(attempt.started_at),
  durationMs: attempt.duration_ms,
  statusCode: attempt.status_code,
  error: attempt.error,
  responseSnippet: attempt.response_snippet,
  manual: attempt.manual,
})
