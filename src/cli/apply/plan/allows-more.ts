import { isLooserPolicyValue, valueOfUnsetPolicyField } from '../../../contract/policy-sheet/looser.ts'
import { policyRowNamed } from '../../../contract/policy-sheet/policy-sheet.ts'
import type { PlannedFieldChange } from './changes.ts'

/**
 * Whether a change may let more be spent than before. Unsetting a rule counts: the levels above may have no such rule. The real effect of
 * the change depends on all levels and on the spend, which `purser backtest` reckons with.
 */
export function plannedChangeAllowsMore({ path, before, after }: PlannedFieldChange): boolean {
  const [first = '', ...rest] = path.split('.')
  if (first === 'status') return before !== null && after === 'active'
  if (first === 'limits') return isFieldLooser('limits', before, after)
  // A shadow policy has no effect, so a change of it never allows more.
  return first === 'policy' && isFieldLooser(rest[0] ?? '', before, after)
}

function isFieldLooser(field: string, before: unknown, after: unknown): boolean {
  const row = policyRowNamed(field)
  if (row === undefined) return false
  // A change is about one part of active hours, and another part may be what makes the hours longer.
  if (row.kind === 'hours') return before !== null
  const unset = valueOfUnsetPolicyField(row)
  const [from, to] = [before ?? unset, after ?? unset]
  if (from === undefined) return false
  return to === undefined || isLooserPolicyValue(row, to, from, () => true)
}
