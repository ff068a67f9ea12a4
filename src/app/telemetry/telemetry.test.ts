import { describe, expect, it } from 'vitest'
import type { Answer } from '../../engine/submitted.ts'
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

  it('shows the backlog as it is when it is asked, and -1 where the database does not answer', async () => {
    const shownBy = async (read: () => Promise<{ pending: number; oldestMs: number }>) => {
      const telemetry = createTelemetry()
      telemetry.readsBacklog(read)
      return (await telemetry.expose()).text.split('\n').filter((line) => line.startsWith('purser_outbox_'))
    }
    expect(await shownBy(async () => ({ pending: 12, oldestMs: 3400 }))).toEqual([
      'purser_outbox_pending 12',
      'purser_outbox_oldest_seconds 3.4',
    ])
    expect(await shownBy(() => Promise.reject(new Error('away')))).toEqual([
      'purser_outbox_pending -1',
      'purser_outbox_oldest_seconds -1',
    ])
  })
})
