import { expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/clock.ts'
import type { DeliveryOutcome } from '../../store/webhooks/deliveries.ts'
import { webhookHealthOf } from './webhook-health.ts'

const MORNING = Date.UTC(2026, 0, 31, 9)
const delivery = (minute: number, status: DeliveryOutcome['status'], lagMs = 0, manualAt: number | null = null) => ({
  status,
  manual_at: manualAt,
  created_at: MORNING + minute * 60_000,
  updated_at: MORNING + minute * 60_000 + lagMs,
})

it('counts by hour what arrived, what failed and what waits', () => {
  const newestFirst = [
    delivery(75, 'pending'),
    delivery(70, 'failed', 0, MORNING),
    delivery(62, 'succeeded', 100),
    delivery(50, 'canceled'),
    delivery(20, 'failed'),
    delivery(10, 'succeeded', 300),
  ]
  expect(webhookHealthOf(newestFirst, HOUR_MS)).toEqual({
    data: [
      { start: '2026-01-31T09:00:00.000Z', succeeded: 1, failed: 2, waiting: 0 },
      { start: '2026-01-31T10:00:00.000Z', succeeded: 1, failed: 0, waiting: 2 },
    ],
    lag: { p50Ms: 100, p95Ms: 300 },
    oldestWaitingAt: '2026-01-31T10:10:00.000Z',
  })
})

it('has no lag where nothing has arrived', () => {
  expect(webhookHealthOf([], HOUR_MS)).toEqual({ data: [], lag: null, oldestWaitingAt: null })
})
