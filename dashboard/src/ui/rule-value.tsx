import { useCurrency } from './money.tsx'
import { formatMoney } from '../lib/format.ts'
import { fieldNamed } from '../lib/policy-fields.ts'
import { formatValue } from '../lib/policy-values.ts'
import { Categories } from './words/category.tsx'
import { OthersText } from './others-text.tsx'

/** Whether a rule's numbers are cents. */
const isMoney = (rule: string): boolean => rule.startsWith('limits.') || ['limits', 'amount'].includes(rule)

const isCategory = (rule: string): boolean => rule.endsWith('Mccs')

const SHOWN = 4

/**
 * A value that a rule observed or allows, in the form of its field: cents as money, categories by their names, the first entries of lists.
 */
export function RuleValue({ rule, value }: { rule: string; value: unknown }) {
  const currency = useCurrency()
  const kind = fieldNamed(rule)?.kind
  if (typeof value === 'number' && kind === undefined)
    return <>{isMoney(rule) ? formatMoney(value, currency) : value}</>
  if (Array.isArray(value) && value.length > 0) return <List rule={rule} of={value.map(String)} />
  if (typeof value !== 'string') return <>{formatValue(kind ?? 'list', value, currency)}</>
  return isCategory(rule) ? (
    <Categories codes={[value]} />
  ) : (
    <OthersText text={formatValue(kind ?? 'list', value, currency)} />
  )
}

function List({ rule, of }: { rule: string; of: readonly string[] }) {
  const shown = of.length > SHOWN ? of.slice(0, SHOWN) : of
  return (
    <>
      {isCategory(rule) ? (
        <Categories codes={shown} />
      ) : (
        shown.map((one, index) => (
          <span key={one}>
            {index > 0 && ', '}
            <OthersText text={one} />
          </span>
        ))
      )}
      {of.length > SHOWN && ` and ${of.length - SHOWN} more`}
    </>
  )
}
