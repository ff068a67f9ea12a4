import { useCurrency } from './money.tsx'
import { type FieldChange, fieldInSentence, tellChange, valueWords } from '../lib/change-words.ts'
import { fieldAt } from '../lib/policy-fields.ts'
import { formatValue } from '../lib/policy-values.ts'
import { useCategoryName } from './words/category.tsx'
import { OthersText } from './others-text.tsx'

/** A change as a line of a list: `Raised limit per day from $100.00 to $250.00`. */
export function ChangeLine({ of }: { of: FieldChange }) {
  const inWords = useValueWords(of.path)
  const { verb, from, to } = tellChange(of, inWords)
  return (
    <li className="min-w-0 wrap-anywhere">
      {verb} {fieldInSentence(of.path)}
      {from !== undefined && (
        <>
          {to === undefined ? ', which was ' : ' from '}
          <span className="text-quiet tabular-nums">
            <OthersText text={from} />
          </span>
        </>
      )}
      {to !== undefined && (
        <>
          {' to '}
          <span className="font-medium tabular-nums">
            <OthersText text={to} />
          </span>
        </>
      )}
    </li>
  )
}

/** Returns a function that writes a field's value in words, with merchant categories by their names. */
export function useValueWords(path: string): (value: unknown) => string {
  const categoryName = useCategoryName()
  const currency = useCurrency()
  const field = fieldAt(path)
  return (value) => {
    if (path.endsWith('Mccs') && Array.isArray(value) && value.length > 0)
      return value.map((code) => categoryName(String(code)) ?? String(code)).join(', ')
    return field === undefined ? valueWords(path, value, currency) : formatValue(field.kind, value, currency)
  }
}
