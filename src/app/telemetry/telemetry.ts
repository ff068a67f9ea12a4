import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Answer } from '../../engine/submitted.ts'
import type { EngineObserver } from '../../engine/engine.ts'
import type { Comparison } from '../../lib/machine-clock.ts'
import type { HttpTelemetry } from '../../http/telemetry.ts'
import type { IgnoredReason } from '../../services/issuers/issuer-endpoint.ts'
import type { Sending } from '../../store/webhooks/delivery-queue.ts'
import { lastBackupGauge, type ReadLastBackup } from './last-backup-gauge.ts'
import { metrics } from './metrics.ts'

/** Takes what the parts of the service count and measure for `GET /metrics`. */
export interface Telemetry extends HttpTelemetry, EngineObserver {
  /** Counts one attempt to deliver to a webhook, or to people. */
  attempted(to: Sending['kind'], succeeded: boolean): void
  /** Sets the function by which the backlog of deliveries is read each time that the metrics are read. */
  readsBacklog(read: () => Promise<Backlog>): void
  /** Sets the function by which the moment of the last backup is read each time that the metrics are read. */
  readsLastBackup(read: ReadLastBackup): void
  /** Counts a message of an issuer that had no effect. */
  unheard(why: IgnoredReason): void
  /** Sets the number of differences between Purser and its issuers that the last comparison found. */
  reconciled(differences: number): void
  /** Sets the number of audit trails whose end should have been signed, and was not, because their check failed. */
  unsigned(count: number): void
  /** Reports a comparison of this machine's clock with the database's. */
  compared(clocks: Comparison): void
}

interface Backlog {
  readonly pending: number
  /** How long the oldest delivery has been due, in milliseconds. */
  readonly oldestMs: number
}

/**
 * How many milliseconds the text of the metrics is reused. Writing it takes the event loop some milliseconds, for which authorizations
 * wait.
 */
const TEXT_LIFE_MS = 1000

export function createTelemetry(): Telemetry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({ ...metrics.requests, registers })
  const replies = new Counter({ ...metrics.replies, registers })
  const refusals = new Counter({ ...metrics.refusals, registers })
  const decisions = new Counter({ ...metrics.decisions, registers })
  const batchSizes = new Histogram({ ...metrics.batchSizes, registers })
  const batchTimes = new Histogram({ ...metrics.batchTimes, registers })
  const queueLength = new Gauge({ ...metrics.queueLength, registers })
  const blocked = new Gauge({ ...metrics.blocked, registers })
  const attempts = new Counter({ ...metrics.attempts, registers })
  const notifications = new Counter({ ...metrics.notifications, registers })
  const clockDifference = new Gauge({ ...metrics.clockDifference, registers })
  const issuerRefusals = new Counter({ ...metrics.issuerRefusals, registers })
  const issuerDifferences = new Gauge({ ...metrics.issuerDifferences, registers })
  issuerDifferences.set(-1)
  const auditUnsigned = new Gauge({ ...metrics.auditUnsigned, registers })
  const outboxPending = new Gauge({ ...metrics.outboxPending, registers })
  const outboxOldest = new Gauge({ ...metrics.outboxOldest, registers })
  let readBacklog: (() => Promise<Backlog>) | null = null
  const showBacklog = async () => {
    const backlog = await readBacklog?.().catch(() => null)
    outboxPending.set(backlog?.pending ?? -1)
    outboxOldest.set(backlog ? backlog.oldestMs / 1000 : -1)
  }

  return {
    replied: ({ operation, status, durationMs }) => {
      requests.observe({ operation }, durationMs / 1000)
      replies.inc({ operation, status })
    },
    refused: ({ operation, reason }) => refusals.inc({ operation, reason }),
    queued: (length) => queueLength.set(length),
    blocked: (count) => blocked.set(count),
    committed: ({ answers, durationMs }) => {
      batchSizes.observe(answers.length)
      batchTimes.observe(durationMs / 1000)
      for (const [decision, { length }] of Map.groupBy(answers, decisionOf)) {
        if (decision !== null) decisions.inc({ decision }, length)
      }
    },
    attempted: (to, succeeded) => {
      const outcome = succeeded ? 'succeeded' : 'failed'
      if (to === 'webhook') attempts.inc({ outcome })
      else notifications.inc({ to, outcome })
    },
    readsBacklog: (read) => (readBacklog = read),
    readsLastBackup: lastBackupGauge(registry),
    unheard: (reason) => issuerRefusals.inc({ reason }),
    reconciled: (differences) => issuerDifferences.set(differences),
    unsigned: (count) => auditUnsigned.set(count),
    compared: ({ differenceMs }) => clockDifference.set(differenceMs / 1000),
    expose: keptFor(TEXT_LIFE_MS, async () => {
      await showBacklog()
      return { contentType: registry.contentType, text: await registry.metrics() }
    }),
  }
}

const decisionOf = (answer: Answer): string | null =>
  answer.kind === 'outcome' && answer.outcome.kind === 'decided' ? answer.outcome.decision.decision : null

/** Wraps `make` so that all callers within `lifeMs` get the same promise, and `make` runs only once for them. */
function keptFor<T>(lifeMs: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly made: Promise<T>; readonly atMs: number } | null = null
  return () => {
    const now = performance.now()
    if (kept === null || now - kept.atMs >= lifeMs) kept = { made: make(), atMs: now }
    return kept.made
  }
}
