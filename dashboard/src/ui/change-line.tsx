import { usePageCurrency } from './money.tsx'
import {
  type ShownFieldChange,
  fieldNameInSentence,
  describeFieldChange,
  fieldValueInWords,
} from '../lib/change-words.ts'
import { policyFieldAtPath } from '../lib/policy-fields.ts'
import { formatPolicyValue } from '../lib/policy-values.ts'
import { useMerchantCategoryName } from './words/category.tsx'
import { UntrustedText } from './untrusted-text.tsx'

/** A change as a line of a list: `Raised limit per day from $100.00 to $250.00`. */
export function FieldChangeLine({ of }: { of: ShownFieldChange }) {
  const inWords = useFieldValueInWords(of.path)
  const { verb, from, to } = describeFieldChange(of, inWords)
  return (
    <li className="min-w-0 wrap-anywhere">
      {verb} {fieldNameInSentence(of.path)}
      {from !== undefined && (
        <>
          {to === undefined ? ', which was ' : ' from '}
          <span className="text-quiet tabular-nums">
            <UntrustedText text={from} />
          </span>
        </>
      )}
      {to !== undefined && (
        <>
          {' to '}
          <span className="font-medium tabular-nums">
            <UntrustedText text={to} />
          </span>
        </>
      )}
    </li>
  )
}

/** Returns a function that writes a field's value in words, with merchant categories by their names. */
export function useFieldValueInWords(path: string): (value: unknown) => string {
  const categoryName = useMerchantCategoryName()
  const currency = usePageCurrency()
  const field = policyFieldAtPath(path)
  return (value) => {
    if (path.endsWith('Mccs') && Array.isArray(value) && value.length > 0)
      return value.map((code) => categoryName(String(code)) ?? String(code)).join(', ')
    return field === undefined
      ? fieldValueInWords(path, value, currency)
      : formatPolicyValue(field.kind, value, currency)
  }
}
