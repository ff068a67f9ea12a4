import { MINUTE_MS, SECOND_MS, isoTimestamp } from '../../../lib/clock.ts'
import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'
import { durationInWords } from '../duration-in-words.ts'

/** A delivery that was due this long ago is late. Retries of the schedule are not due before their time. */
const LATE_DELIVERY_MS = 60 * SECOND_MS
/** A webhook whose deliveries have failed for this long has failed again at its first retry. */
const FAILING_MS = 10 * MINUTE_MS
/** Background work is done within seconds after it is due. Work that is overdue by more than this is a finding. */
const OVERDUE_MS = 5 * MINUTE_MS

type Looked = Pick<DoctorExamination, 'now' | 'webhooks' | 'oldest' | 'nodes'>

/** Findings about work that nodes do in the background: deliveries, and what falls due with time. */
export const backgroundWorkFindings = (examination: Looked): DoctorFinding[] => [
  ...deliveryFindings(examination),
  ...overdueFindings(examination),
]

function deliveryFindings({ now, webhooks }: Looked): DoctorFinding[] {
  if (webhooks === null) return []
  const { pending, oldestDueAt, failing } = webhooks
  const findings: DoctorFinding[] = failing
    .filter(({ since }) => now - since >= FAILING_MS)
    .map(({ webhookId, accountId, since }) => ({
      severity: 'warning',
      code: 'webhook_failing',
      says: `The webhook ${webhookId} of ${accountId} has failed since ${isoTimestamp(since)}, for ${durationInWords(now - since)}.`,
      todo: `See GET /webhooks/${webhookId}/deliveries for the answers of its receiver. Fix the receiver, or disable or delete the webhook. Afterwards: purser webhooks replay ${webhookId} --since ${isoTimestamp(since)}`,
    }))
  if (oldestDueAt !== null && now - oldestDueAt >= LATE_DELIVERY_MS) {
    findings.push({
      severity: 'warning',
      code: 'deliveries_late',
      says: `${pending} deliveries are due, the oldest for ${durationInWords(now - oldestDueAt)}.`,
      todo: 'Either receivers do not answer (docs/guides/webhooks.md), or the nodes have more to do than they can: see purser_outbox_oldest_seconds, and start another node.',
    })
  }
  return findings
}

function overdueFindings({ now, oldest }: Looked): DoctorFinding[] {
  if (oldest === null) return []
  const { hold, intent } = oldest
  const overdue = [
    { name: 'hold', row: hold },
    { name: 'intent', row: intent },
  ].flatMap(({ name, row }) => (row !== null && now - row.expiresAt >= OVERDUE_MS ? [{ name, row }] : []))
  return overdue.map(({ name, row }) => ({
    severity: 'error',
    code: 'sweeps_late',
    says: `The ${name} ${row.id} of ${row.accountId} expired at ${isoTimestamp(row.expiresAt)}, and no node has ended it.`,
    todo: 'Nodes end what has expired, within seconds. See whether one runs, and in its log the lines of the sweeper.',
  }))
}
