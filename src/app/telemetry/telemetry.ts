import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { declineCodes } from '../../contract/reasons.ts'
import { serviceUnavailableReasons } from '../../contract/unavailable.ts'
import type { EngineAnswer } from '../../engine/submitted.ts'
import type { EngineObserver } from '../../engine/engine.ts'
import type { ClockComparison } from '../../lib/machine-clock.ts'
import type { HttpTelemetry } from '../../http/telemetry.ts'
import { type IgnoredIssuerMessageReason, ignoredIssuerMessageReasons } from '../../services/issuers/issuer-endpoint.ts'
import type { SendableDelivery } from '../../store/webhooks/delivery-queue.ts'
import { packageVersion } from '../version.ts'
import { cachePromiseForMs } from './cached-for.ts'
import { nodeMetrics } from './metrics.ts'
import { nodeStateGauges, type NodeStateSources } from './state-gauges.ts'

/** Takes what the parts of the service count and measure for `GET /metrics`. */
export interface Telemetry extends HttpTelemetry, EngineObserver {
  /** Counts one attempt to send a delivery to a webhook, or to people. */
  attempted(to: SendableDelivery['kind'], succeeded: boolean): void
  /** Sets the sources from which the metrics read the state of the node and of its database, each time that they are scraped. */
  readsState(sources: NodeStateSources): void
  /** Reports to the metrics that a sweep has ended in which no task failed. */
  swept(): void
  /** Counts a message of an issuer that had no effect. */
  unheard(why: IgnoredIssuerMessageReason): void
  /** Sets the number of differences between Purser and its issuers that the last comparison found. */
  reconciled(differences: number): void
  /** Sets the number of audit trails whose end should have been signed, and was not, because their check failed. */
  unsigned(count: number): void
  /** Reports a comparison of this machine's clock with the database's. */
  compared(clocks: ClockComparison): void
  /** Reads all metrics as they are now. The first process adds them to those of the other processes. */
  measure(): Promise<MeasuredMetric[]>
}

/** A metric with its values, as a serving process reports it to the first process. */
export type MeasuredMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/**
 * For how many milliseconds the text of the metrics is reused. Making the text keeps the event loop busy for some milliseconds, for which
 * authorizations wait.
 */
export const METRICS_TEXT_LIFE_MS = 1000

const DECISIONS = ['approve', 'decline']
const OUTCOMES = ['succeeded', 'failed']
const REFUSALS = [...Object.keys(serviceUnavailableReasons), 'internal_error']
const PEOPLE = ['mail', 'slack', 'letter'] as const satisfies readonly SendableDelivery['kind'][]

export function createTelemetry(): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  showProcess(registers)
  const requests = new Histogram({ ...nodeMetrics.requests, registers })
  const replies = new Counter({ ...nodeMetrics.replies, registers })
  const refusals = new Counter({ ...nodeMetrics.refusals, registers })
  const decisions = new Counter({ ...nodeMetrics.decisions, registers })
  const declines = new Counter({ ...nodeMetrics.declines, registers })
  const batchSizes = new Histogram({ ...nodeMetrics.batchSizes, registers })
  const batchTimes = new Histogram({ ...nodeMetrics.batchTimes, registers })
  const queueLength = new Gauge({ ...nodeMetrics.queueLength, registers })
  const blocked = new Gauge({ ...nodeMetrics.blocked, registers })
  const attempts = new Counter({ ...nodeMetrics.attempts, registers })
  const notifications = new Counter({ ...nodeMetrics.notifications, registers })
  const clockDifference = new Gauge({ ...nodeMetrics.clockDifference, registers })
  const issuerRefusals = new Counter({ ...nodeMetrics.issuerRefusals, registers })
  const issuerDifferences = new Gauge({ ...nodeMetrics.issuerDifferences, registers })
  issuerDifferences.set(-1)
  const auditUnsigned = new Gauge({ ...nodeMetrics.auditUnsigned, registers })
  const sweepAge = new Gauge({ ...nodeMetrics.sweepAge, registers })
  const mcpCalls = new Gauge({ ...nodeMetrics.mcpCalls, registers })
  beginAtZero({ decisions, declines, refusals, issuerRefusals, attempts, notifications })
  const showState = nodeStateGauges(registry)
  let sources: NodeStateSources | null = null
  let sweptAtMs = performance.now()
  const showNow = async () => {
    await showState(sources)
    sweepAge.set((performance.now() - sweptAtMs) / 1000)
  }

  return {
    replied: ({ operation, status, durationMs }) => {
      requests.observe({ operation }, durationMs / 1000)
      replies.inc({ operation, status })
    },
    refused: ({ operation, reason }) => refusals.inc({ operation, reason }),
    mcpCallsOpen: (count) => mcpCalls.set(count),
    queued: (length) => queueLength.set(length),
    blocked: (count) => blocked.set(count),
    committed: ({ answers, durationMs }) => {
      batchSizes.observe(answers.length)
      batchTimes.observe(durationMs / 1000)
      for (const answer of answers) countDecision(answer, { decisions, declines })
    },
    attempted: (to, succeeded) => {
      const outcome = succeeded ? 'succeeded' : 'failed'
      if (to === 'webhook') attempts.inc({ outcome })
      else notifications.inc({ to, outcome })
    },
    readsState: (from) => (sources = from),
    swept: () => (sweptAtMs = performance.now()),
    unheard: (reason) => issuerRefusals.inc({ reason }),
    reconciled: (differences) => issuerDifferences.set(differences),
    unsigned: (count) => auditUnsigned.set(count),
    compared: ({ differenceMs }) => clockDifference.set(differenceMs / 1000),
    measure: async () => {
      await showNow()
      return registry.getMetricsAsJSON()
    },
    expose: cachePromiseForMs(METRICS_TEXT_LIFE_MS, async () => {
      await showNow()
      return { contentType: registry.contentType, text: await registry.metrics() }
    }),
  }
}

/** Sets the metrics about this process that never change. */
function showProcess(registers: Registry[]): void {
  new Gauge({ ...nodeMetrics.build, registers }).set({ version: packageVersion }, 1)
  new Gauge({ ...nodeMetrics.processes, registers }).set(1)
  new Counter({ ...nodeMetrics.restarts, registers }).inc(0)
}

interface Counters {
  readonly decisions: Counter<'decision'>
  readonly declines: Counter<'reason'>
  readonly refusals: Counter<'operation' | 'reason'>
  readonly issuerRefusals: Counter<'reason'>
  readonly attempts: Counter<'outcome'>
  readonly notifications: Counter<'to' | 'outcome'>
}

/** Gives every known series of the counters the value 0. Otherwise `increase()` of Prometheus would miss a series' first increment. */
function beginAtZero({ decisions, declines, refusals, issuerRefusals, attempts, notifications }: Counters): void {
  for (const decision of DECISIONS) decisions.inc({ decision }, 0)
  for (const reason of declineCodes) declines.inc({ reason }, 0)
  for (const reason of REFUSALS) refusals.inc({ operation: 'unknown', reason }, 0)
  for (const reason of ignoredIssuerMessageReasons) issuerRefusals.inc({ reason }, 0)
  for (const outcome of OUTCOMES) {
    attempts.inc({ outcome }, 0)
    for (const to of PEOPLE) notifications.inc({ to, outcome }, 0)
  }
}

function countDecision(answer: EngineAnswer, { decisions, declines }: Pick<Counters, 'decisions' | 'declines'>): void {
  if (answer.kind !== 'outcome' || answer.outcome.kind !== 'decided') return
  const { decision, reasons } = answer.outcome.decision
  decisions.inc({ decision })
  const [first] = reasons
  if (first !== undefined && decision === 'decline') declines.inc({ reason: first.code })
}
