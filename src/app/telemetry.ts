import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Answer } from '../engine/submitted.ts'
import type { EngineObserver } from '../engine/engine.ts'
import type { HttpTelemetry } from '../http/telemetry.ts'

/** What the parts of the service report for `GET /metrics`. It takes no ids and no names of merchants: labels stay few. */
export interface Telemetry extends HttpTelemetry, EngineObserver {
  /** One webhook attempt. */
  attempted(outcome: 'succeeded' | 'failed'): void
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

export function createTelemetry(): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'purser_http_request_duration_seconds',
    help: 'Time to answer a request, by operation and status.',
    labelNames: ['operation', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const decisions = new Counter({
    name: 'purser_authorizations_total',
    help: 'Committed decisions of the network door.',
    labelNames: ['decision'] as const,
    registers,
  })
  const batchSizes = new Histogram({
    name: 'purser_authorization_batch_size',
    help: 'Commands in one transaction of the authorization engine.',
    buckets: BATCH_SIZES,
    registers,
  })
  const batchTimes = new Histogram({
    name: 'purser_authorization_batch_duration_seconds',
    help: 'Time from the start of such a transaction to its commit.',
    buckets: SECONDS,
    registers,
  })
  const queueLength = new Gauge({
    name: 'purser_authorization_queue_length',
    help: 'Commands that waited when the last batch was taken.',
    registers,
  })
  const blocked = new Gauge({
    name: 'purser_authorization_customers_blocked',
    help: 'Customers whose authorizations are refused, because another transaction keeps them locked.',
    registers,
  })
  const attempts = new Counter({
    name: 'purser_webhook_attempts_total',
    help: 'Webhook attempts by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })

  return {
    replied: ({ operation, status, durationMs }) => requests.observe({ operation, status }, durationMs / 1000),
    queued: (length) => queueLength.set(length),
    blocked: (count) => blocked.set(count),
    committed: ({ answers, durationMs }) => {
      batchSizes.observe(answers.length)
      batchTimes.observe(durationMs / 1000)
      for (const [decision, { length }] of Map.groupBy(answers, decisionOf)) {
        if (decision !== null) decisions.inc({ decision }, length)
      }
    },
    attempted: (outcome) => attempts.inc({ outcome }),
    expose: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

const decisionOf = (answer: Answer): string | null =>
  answer.kind === 'outcome' && answer.outcome.kind === 'decided' ? answer.outcome.decision.decision : null
