import { describe, expect, it } from 'vitest'
import type { Answer } from '../engine/submitted.ts'
import { createTelemetry } from './telemetry.ts'

const decided = (decision: 'approve' | 'decline') =>
  ({ kind: 'outcome', outcome: { kind: 'decided', decision: { decision } } }) as Answer

describe('telemetry', () => {
  it('shows what the parts report', async () => {
    const telemetry = createTelemetry()
    telemetry.replied({ operation: 'createCard', status: 201, durationMs: 12 })
    telemetry.queued(7)
    telemetry.blocked(2)
    telemetry.committed({
      answers: [decided('approve'), decided('approve'), decided('decline')],
      customerIds: [],
      deliveries: 0,
      durationMs: 4,
    })
    telemetry.attempted('webhook', false)
    telemetry.attempted('mail', true)
    const { contentType, text } = await telemetry.expose()
    expect(contentType).toContain('text/plain')
    for (const line of [
      'purser_http_request_duration_seconds_bucket{le="0.01",operation="createCard"} 0',
      'purser_http_request_duration_seconds_bucket{le="0.025",operation="createCard"} 1',
      'purser_http_replies_total{operation="createCard",status="201"} 1',
      'purser_authorizations_total{decision="approve"} 2',
      'purser_authorizations_total{decision="decline"} 1',
      'purser_authorization_batch_size_sum 3',
      'purser_webhook_attempts_total{outcome="failed"} 1',
      'purser_notification_attempts_total{to="mail",outcome="succeeded"} 1',
      'purser_authorization_queue_length 7',
      'purser_authorization_customers_blocked 2',
    ]) {
      expect(text).toContain(`${line}\n`)
    }
    expect(text).toContain('process_cpu_seconds_total')
  })
})
