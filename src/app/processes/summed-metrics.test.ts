import { describe, expect, it } from 'vitest'
import type { EngineAnswer } from '../../engine/submitted.ts'
import { createTelemetry, type Telemetry } from '../telemetry/telemetry.ts'
import { SummedMetrics } from './summed-metrics.ts'

const approval = { kind: 'outcome', outcome: { kind: 'decided', decision: { decision: 'approve', reasons: [] } } }

function processThat(approved: number, { streams = 0, pending = 12 } = {}): Telemetry {
  const telemetry = createTelemetry()
  const answers = Array.from({ length: approved }, () => approval as unknown as EngineAnswer)
  telemetry.committed({ answers, customerIds: [], deliveries: 0, durationMs: 4 })
  telemetry.queued(approved)
  telemetry.readsState({
    stored: async () => ({
      isUp: true,
      isWritable: pending !== -1,
      backlog: { pending, oldestMs: 0 },
      webhooks: { active: 5, failing: 1, disabled: 2 },
      intents: null,
      changeRequests: null,
      verification: null,
      backedUpAt: null,
    }),
    pools: () => [{ name: 'read', used: 1, idle: 2, waiting: 0, most: 4 }],
    eventStreams: () => streams,
  })
  return telemetry
}

async function sumOf(...processes: Telemetry[]): Promise<SummedMetrics> {
  const sum = new SummedMetrics()
  for (const [index, process] of processes.entries()) sum.measured(index, await process.measure())
  return sum
}

const APPROVED = 'purser_authorizations_total{decision="approve"}'

const valueOf = async (sum: SummedMetrics, series: string) => {
  const { text } = await sum.text()
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

describe('the metrics of several processes', () => {
  it('are added where they count, and where each process has a share', async () => {
    const sum = await sumOf(processThat(3, { streams: 2 }), processThat(4, { streams: 1 }))
    expect(await valueOf(sum, APPROVED)).toBe(7)
    expect(await valueOf(sum, 'purser_authorization_batch_size_sum')).toBe(7)
    expect(await valueOf(sum, 'purser_authorization_batch_size_bucket{le="4"}')).toBe(2)
    expect(await valueOf(sum, 'purser_event_streams_open')).toBe(3)
    expect(await valueOf(sum, 'purser_database_connections{pool="read",state="idle"}')).toBe(4)
    expect(await valueOf(sum, 'purser_database_connections_max{pool="read"}')).toBe(8)
    expect(await valueOf(sum, 'purser_processes')).toBe(2)
  })

  it('are not added where they are those of the database', async () => {
    const sum = await sumOf(processThat(3), processThat(4, { pending: -1 }))
    expect(await valueOf(sum, 'purser_outbox_pending')).toBe(12)
    expect(await valueOf(sum, 'purser_webhooks{state="active"}')).toBe(5)
    expect(await valueOf(sum, 'purser_authorization_queue_length')).toBe(4)
    expect(await valueOf(sum, 'purser_database_up')).toBe(1)
    expect(await valueOf(sum, 'purser_database_writable')).toBe(0)
    expect((await sum.text()).text.match(/^purser_build_info\{.*\} 1$/gm)).toHaveLength(1)
  })

  it('keep what a process has counted that ended, and not what it showed of the moment', async () => {
    const sum = await sumOf(processThat(3, { streams: 2 }), processThat(4, { streams: 1 }))
    sum.ended(0)
    sum.restarted()
    sum.measured(2, await processThat(1).measure())
    sum.ended(2)
    expect(await valueOf(sum, APPROVED)).toBe(8)
    expect(await valueOf(sum, 'purser_authorization_batch_size_count')).toBe(3)
    expect(await valueOf(sum, 'purser_event_streams_open')).toBe(1)
    expect(await valueOf(sum, 'purser_processes')).toBe(1)
    expect(await valueOf(sum, 'purser_process_restarts_total')).toBe(1)
  })

  it('are the same series as those of one process', async () => {
    const names = (text: string) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('purser_'))
        .map((line) => line.replace(/ \S+$/, ''))
        .toSorted()
    const one = processThat(3)
    const { text, contentType } = await (await sumOf(one, processThat(3))).text()
    const alone = await one.expose()
    expect(names(text)).toEqual(names(alone.text))
    expect(contentType).toBe(alone.contentType)
  })
})
