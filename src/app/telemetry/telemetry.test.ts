import { describe, expect, it, vi } from 'vitest'
import { type DeclineCode, declineCodes } from '../../contract/reasons.ts'
import type { EngineAnswer } from '../../engine/submitted.ts'
import { packageVersion } from '../version.ts'
import type { NodeStateSources } from './state-gauges.ts'
import type { DatabaseState } from './stored-state.ts'
import { createTelemetry } from './telemetry.ts'

const decided = (decision: 'approve' | 'decline', reasons: readonly { code: DeclineCode }[] = []) =>
  ({ kind: 'outcome', outcome: { kind: 'decided', decision: { decision, reasons } } }) as unknown as EngineAnswer
const declinedFor = (...codes: DeclineCode[]) =>
  decided(
    'decline',
    codes.map((code) => ({ code })),
  )

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

  it('counts declines by their first reason, and every reason begins at 0', async () => {
    const telemetry = createTelemetry()
    telemetry.committed({
      answers: [declinedFor('card_frozen', 'per_day_exceeded'), declinedFor('card_frozen'), decided('approve')],
      customerIds: [],
      deliveries: 0,
      durationMs: 4,
    })
    const counts = linesOf((await telemetry.expose()).text, 'purser_authorization_declines_total')
    expect(counts).toHaveLength(declineCodes.length)
    expect(counts.filter((line) => !line.endsWith(' 0'))).toEqual([
      'purser_authorization_declines_total{reason="card_frozen"} 2',
    ])
  })

  it('shows the state as it is when it is asked, and -1 where the database does not answer', async () => {
    const shownBy = async (stored: NodeStateSources['stored']) => {
      const telemetry = createTelemetry()
      telemetry.readsState({ stored, pools: () => [], eventStreams: () => 3 })
      return linesOf((await telemetry.expose()).text, 'purser_(outbox|database|webhooks|approvals|verify|backup|event)')
    }
    const state: DatabaseState = {
      isUp: true,
      isWritable: false,
      backlog: { pending: 12, oldestMs: 3400 },
      webhooks: { active: 5, failing: 1, disabled: 2 },
      intents: { count: 4, oldestMs: 60_000 },
      changeRequests: { count: 0, oldestMs: 0 },
      verification: { ageMs: 7000, differences: 0 },
      backedUpAt: 1_700_000_000_000,
    }
    expect(await shownBy(async () => state)).toEqual(
      expect.arrayContaining([
        'purser_outbox_pending 12',
        'purser_outbox_oldest_seconds 3.4',
        'purser_database_up 1',
        'purser_database_writable 0',
        'purser_webhooks{state="active"} 5',
        'purser_webhooks{state="failing"} 1',
        'purser_webhooks{state="disabled"} 2',
        'purser_approvals_waiting{kind="intent"} 4',
        'purser_approvals_oldest_seconds{kind="intent"} 60',
        'purser_approvals_waiting{kind="change_request"} 0',
        'purser_verify_age_seconds 7',
        'purser_verify_differences 0',
        'purser_backup_last_success_timestamp_seconds 1700000000',
        'purser_event_streams_open 3',
      ]),
    )
    const unknown = await shownBy(() => Promise.reject(new Error('away')))
    expect(unknown).toEqual(
      expect.arrayContaining([
        'purser_database_up 0',
        'purser_database_writable 0',
        'purser_outbox_pending -1',
        'purser_outbox_oldest_seconds -1',
        'purser_webhooks{state="failing"} -1',
        'purser_approvals_waiting{kind="intent"} -1',
        'purser_verify_age_seconds -1',
        'purser_verify_differences -1',
        'purser_backup_last_success_timestamp_seconds -1',
      ]),
    )
  })

  it('says how long ago the last sweep without a failure ended', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const telemetry = createTelemetry()
      const age = async () => linesOf((await telemetry.expose()).text, 'purser_sweep_age_seconds')
      vi.advanceTimersByTime(5000)
      expect(await age()).toEqual(['purser_sweep_age_seconds 5'])
      telemetry.swept()
      vi.advanceTimersByTime(2000)
      expect(await age()).toEqual(['purser_sweep_age_seconds 2'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('names its version', async () => {
    expect(linesOf((await createTelemetry().expose()).text, 'purser_build_info')).toEqual([
      `purser_build_info{version="${packageVersion}"} 1`,
    ])
  })
})

const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => new RegExp(`^${name}`).test(line))
