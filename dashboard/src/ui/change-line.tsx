import { type Change, tellChange } from '../lib/change-words.ts'
import { fieldAt, inSentence } from '../lib/policy-fields.ts'
import { formatValue } from '../lib/policy-values.ts'

/**
 * A change as a line of a list: `Raised limits.perDay from $100.00 to $250.00`, or for people who know no paths, `Raised limit per day
 * from $100.00 to $250.00`.
 */
export function ChangeLine({ of, inWords = false }: { of: Change; inWords?: boolean }) {
  const known = inWords ? fieldAt(of.path) : undefined
  const { verb, field, from, to } = tellChange(of, known && ((value) => formatValue(known.kind, value)))
  return (
    <li className="min-w-0 wrap-anywhere">
      {verb} {known ? inSentence(known) : <code className="text-quiet">{field}</code>}
      {from !== undefined && (
        <>
          {to === undefined ? ', which was ' : ' from '}
          <span className="text-quiet tabular-nums">{from}</span>
        </>
      )}
      {to !== undefined && (
        <>
          {' to '}
          <span className="font-medium tabular-nums">{to}</span>
        </>
      )}
    </li>
  )
}
