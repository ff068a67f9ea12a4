import {
  WEBHOOK_HEALTH_SPAN,
  MAX_WEBHOOK_HEALTH_DELIVERIES,
  type WebhookHealth,
} from '../../contract/resources/webhooks.ts'
import { DAY_MS, HOUR_MS, nullableIsoTimestamp, isoTimestamp } from '../../lib/clock.ts'
import { type DeliveryOutcome, newestDeliveryOutcomes } from '../../store/webhooks/deliveries.ts'
import { findWebhook } from '../../store/webhooks/webhooks.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'

const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS } as const

const getWebhookHealth: ReadOperationService<'getWebhookHealth'> = async (
  { db, clock, principal },
  { params, query },
) => {
  const { bucket = 'hour' } = query
  const { id } = objectOr404(await findWebhook(db, principal.accountId, params.webhookId), 'webhook_not_found')
  const now = clock.now()
  const from = now - (now % LENGTH_MS[bucket]) - (WEBHOOK_HEALTH_SPAN[bucket] - 1) * LENGTH_MS[bucket]
  const newest = await newestDeliveryOutcomes(db, id, { since: from, limit: MAX_WEBHOOK_HEALTH_DELIVERIES + 1 })
  return {
    bucket,
    from: isoTimestamp(from),
    ...webhookHealthOf(newest.slice(0, MAX_WEBHOOK_HEALTH_DELIVERIES), LENGTH_MS[bucket]),
    isPartial: newest.length > MAX_WEBHOOK_HEALTH_DELIVERIES,
  }
}

/** The health of a webhook from its deliveries, newest first. */
export function webhookHealthOf(
  outcomes: readonly DeliveryOutcome[],
  lengthMs: number,
): Pick<WebhookHealth, 'data' | 'lag' | 'oldestWaitingAt'> {
  const buckets = new Map<number, { succeeded: number; failed: number; waiting: number }>()
  const lags: number[] = []
  let oldestWaitingAt: number | null = null
  for (const { status, manual_at: manualAt, created_at: at, updated_at: updatedAt } of outcomes) {
    const start = at - (at % lengthMs)
    const counts = buckets.get(start) ?? { succeeded: 0, failed: 0, waiting: 0 }
    buckets.set(start, counts)
    if (status === 'pending' || manualAt !== null) {
      counts.waiting += 1
      oldestWaitingAt = at
    } else if (status === 'succeeded') {
      counts.succeeded += 1
      lags.push(Math.max(0, updatedAt - at))
    } else counts.failed += 1
  }
  const sorted = lags.toSorted((a, b) => a - b)
  return {
    data: [...buckets].toReversed().map(([start, counts]) => ({ start: isoTimestamp(start), ...counts })),
    lag: sorted.length === 0 ? null : { p50Ms: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) },
    oldestWaitingAt: nullableIsoTimestamp(oldestWaitingAt),
  }
}

/** The quantile of sorted values: the smallest value such that `share` of all values (0 to 1) are not greater. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

export const webhookHealthHandlers = { getWebhookHealth: readOperationHandler(getWebhookHealth) }
