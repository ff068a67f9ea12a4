import { usePageCurrency } from './money.tsx'
import { formatMoney } from '../lib/format.ts'
import { policyFieldNamed } from '../lib/policy-fields.ts'
import { formatPolicyValue } from '../lib/policy-values.ts'
import { MerchantCategories } from './words/category.tsx'
import { UntrustedText } from './untrusted-text.tsx'

/** Whether a rule's numbers are cents. */
const isMoney = (rule: string): boolean => rule.startsWith('limits.') || ['limits', 'amount'].includes(rule)

const isCategory = (rule: string): boolean => rule.endsWith('Mccs')

const SHOWN = 4

/**
 * A value that a rule observed or allows, in the form of its field: cents as money, categories by their names, the first entries of lists.
 */
export function PolicyRuleValue({ rule, value }: { rule: string; value: unknown }) {
  const currency = usePageCurrency()
  const kind = policyFieldNamed(rule)?.kind
  if (typeof value === 'number' && kind === undefined)
    return <>{isMoney(rule) ? formatMoney(value, currency) : value}</>
  if (Array.isArray(value) && value.length > 0) return <List rule={rule} of={value.map(String)} />
  if (typeof value !== 'string') return <>{formatPolicyValue(kind ?? 'list', value, currency)}</>
  return isCategory(rule) ? (
    <MerchantCategories codes={[value]} />
  ) : (
    <UntrustedText text={formatPolicyValue(kind ?? 'list', value, currency)} />
  )
}

function List({ rule, of }: { rule: string; of: readonly string[] }) {
  const shown = of.length > SHOWN ? of.slice(0, SHOWN) : of
  return (
    <>
      {isCategory(rule) ? (
        <MerchantCategories codes={shown} />
      ) : (
        shown.map((one, index) => (
          <span key={one}>
            {index > 0 && ', '}
            <UntrustedText text={one} />
          </span>
        ))
      )}
      {of.length > SHOWN && ` and ${of.length - SHOWN} more`}
    </>
  )
}
