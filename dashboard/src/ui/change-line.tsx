import { type Change, tellChange } from '../lib/change-words.ts'

/** A change as a line of a list: `Raised limits.perDay from $100.00 to $250.00`. */
export function ChangeLine({ of }: { of: Change }) {
  const { verb, field, from, to } = tellChange(of)
  return (
    <li className="min-w-0 wrap-anywhere">
      {verb} <code className="text-quiet">{field}</code>
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
