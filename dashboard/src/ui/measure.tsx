import { formatMoney } from '../lib/format.ts'
import { fieldNamed } from '../lib/policy-fields.ts'
import { formatValue } from '../lib/policy-values.ts'

/** Of these rules numbers are cents, beside the fields of a policy that say so. */
const isMoney = (rule: string): boolean => rule.startsWith('limits.') || ['limits', 'amount'].includes(rule)

const SHOWN = 4

/** What a rule saw or allows, as its field means it: cents as money, lists by their first entries. */
export function Measure({ rule, value }: { rule: string; value: unknown }) {
  const kind = fieldNamed(rule)?.kind
  if (typeof value === 'number' && kind === undefined) return <>{isMoney(rule) ? formatMoney(value) : value}</>
  if (Array.isArray(value) && value.length > SHOWN) {
    return (
      <>
        {value.slice(0, SHOWN).join(', ')} and {value.length - SHOWN} more
      </>
    )
  }
  return <>{formatValue(kind ?? 'list', value)}</>
}
