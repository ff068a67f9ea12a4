import type { Reason, DecisionTraceEntry } from '../../contract/decisions.ts'
import { reasonCodes, type RuleReasonCode } from '../../contract/reasons.ts'

/** A step of the printed ladder: a rule that was asked, or several rules in a row that were not asked, because no level sets them. */
export type RuleLadderStep =
  | { readonly kind: 'passed'; readonly entry: DecisionTraceEntry }
  | { readonly kind: 'failed'; readonly entry: DecisionTraceEntry; readonly reason: Reason | undefined }
  | { readonly kind: 'skipped'; readonly codes: readonly RuleReasonCode[] }

/**
 * Reason codes that have no rule of their own: a rule that has another code can also decline with one of these. If such a code is absent
 * from the trace, no rule was skipped.
 */
const ANSWERS_OF_OTHERS: ReadonlySet<RuleReasonCode> = new Set([
  'mcc_missing',
  'merchant_missing',
  'country_missing',
  'per_auth_exceeded',
  'per_day_exceeded',
  'per_week_exceeded',
  'per_month_exceeded',
  'total_exceeded',
])

/**
 * The steps of the ladder of a decision: the rules in the order in which they were asked, and between them the rules that were not asked.
 */
export function ruleLadderStepsOfDecision(
  trace: readonly DecisionTraceEntry[],
  reasons: readonly Reason[],
): RuleLadderStep[] {
  const asked = new Set(trace.map(({ code }) => code))
  const steps: RuleLadderStep[] = []
  let next = 0
  const skipTo = (end: number) => {
    const codes = reasonCodes.slice(next, end).filter((code) => !asked.has(code) && !ANSWERS_OF_OTHERS.has(code))
    if (codes.length > 0) steps.push({ kind: 'skipped', codes })
    next = Math.max(next, end)
  }
  for (const entry of trace) {
    skipTo(reasonCodes.indexOf(entry.code))
    steps.push(entry.passed ? { kind: 'passed', entry } : { kind: 'failed', entry, reason: reasonOf(entry, reasons) })
  }
  skipTo(reasonCodes.length)
  return steps
}

const reasonOf = ({ rule, code, level, window }: DecisionTraceEntry, reasons: readonly Reason[]): Reason | undefined =>
  reasons.find((each) => each.rule === rule && each.code === code && each.level === level && each.window === window)
