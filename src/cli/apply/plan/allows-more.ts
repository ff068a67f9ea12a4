import { isLooser, valueOfUnset } from '../../../contract/policy-sheet/looser.ts'
import { rowNamed } from '../../../contract/policy-sheet/policy-sheet.ts'
import type { PlannedChange } from './changes.ts'

/**
 * Whether a change may let more be spent than before. Unsetting a rule counts: the levels above may have no such rule. What the change
 * really allows depends on all levels, and on what is spent: `purser backtest` says it.
 */
export function allowsMore({ path, before, after }: PlannedChange): boolean {
  const [first = '', ...rest] = path.split('.')
  if (first === 'status') return before !== null && after === 'active'
  if (first === 'limits') return isFieldLooser('limits', before, after)
  // A shadow policy allows nothing.
  return first === 'policy' && isFieldLooser(rest[0] ?? '', before, after)
}

function isFieldLooser(field: string, before: unknown, after: unknown): boolean {
  const row = rowNamed(field)
  if (row === undefined) return false
  // A change is about one part of active hours, and another part may be what makes them longer.
  if (row.kind === 'hours') return before !== null
  const unset = valueOfUnset(row)
  const [from, to] = [before ?? unset, after ?? unset]
  if (from === undefined) return false
  return to === undefined || isLooser(row, to, from, () => true)
}
