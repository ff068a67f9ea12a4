import { issuerSheetOf } from '../../../issuers/sheets.ts'
import { DAY_MS, MINUTE_MS, isoTimestamp } from '../../../lib/clock.ts'
import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'
import { durationInWords } from '../duration-in-words.ts'

/** Calls to an issuer that have failed for longer than this have been repeated several times. */
const FAILING_MS = 5 * MINUTE_MS
/** How many days issuers hold an authorization. */
const ISSUER_HOLD_DAYS = 31

type Looked = Pick<DoctorExamination, 'now' | 'nodes' | 'issuers' | 'standIns' | 'settings'>

/** Findings about the issuers of cards. */
export function issuerFindings({ now, nodes, issuers, standIns, settings }: Looked): DoctorFinding[] {
  const called = new Set((nodes ?? []).flatMap((node) => node.issuers))
  const findings: DoctorFinding[] = (issuers ?? []).flatMap(({ issuer, calls, failingSince, lastError }) => {
    if (nodes !== null && nodes.length > 0 && !called.has(issuer)) {
      return [
        {
          severity: 'error',
          code: 'issuer_not_called',
          says: `${calls} calls to ${issuer} wait, and no node has its key.`,
          todo: `Give the nodes the settings of ${issuer} (docs/guides/issuers.md). Until then, cards there stay as they are.`,
        },
      ]
    }
    if (failingSince === null || now - failingSince < FAILING_MS) return []
    return [
      {
        severity: 'error',
        code: 'issuer_calls_failing',
        says: `Calls to ${issuer} have failed for ${durationInWords(now - failingSince)}. Its last error: ${lastError ?? 'none'}.`,
        todo: 'Nodes repeat the calls by themselves. Fix what the error names: the key, its rights, or the way to the issuer.',
      },
    ]
  })
  if (standIns !== null && standIns.lastAt !== null) {
    findings.push({
      severity: 'warning',
      code: 'issuer_stood_in',
      says: `Issuers approved ${standIns.standIns} purchases without asking Purser, of the last ${standIns.facts} facts that they reported. The newest is of ${isoTimestamp(standIns.lastAt)}, ${durationInWords(now - standIns.lastAt)} ago.`,
      todo: 'Have the issuer decline where nobody answers in time (docs/guides/issuers.md), and see in the log why nobody did.',
    })
  }
  for (const issuer of called) {
    const todo = issuerSheetOf(issuer)?.timeoutAdvice ?? null
    if (todo === null) continue
    const says = `What ${issuer} does if Purser does not answer in time cannot be read by its API.`
    findings.push({ severity: 'note', code: 'issuer_timeout', says, todo })
  }
  if (called.size > 0 && settings.holdDays < ISSUER_HOLD_DAYS) {
    findings.push({
      severity: 'warning',
      code: 'holds_short',
      says: `PURSER_HOLD_DAYS=${settings.holdDays}: holds end here after ${durationInWords(settings.holdDays * DAY_MS)}, and at issuers later.`,
      todo: `Set PURSER_HOLD_DAYS=${ISSUER_HOLD_DAYS}. A capture after the hold counts all the same, flagged forcedCapture.`,
    })
  }
  return findings
}
