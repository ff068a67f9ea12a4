import type { ActiveHours } from '../policy.ts'
import type { Row } from './row.ts'

/** The directions that the values alone say. The order of choices, and which hours are longer, take more than two values. */
type Plain = Exclude<Row['looser'], 'milder' | 'longer'>

interface Direction {
  readonly isLooser: (value: never, than: never) => boolean
  /** The value of a field that is not set. Undefined: anything is allowed then. */
  readonly unset: unknown
}

const isMore = (value: number, than: number): boolean => value > than
const hasFurther = (value: readonly string[], than: readonly string[]): boolean =>
  value.some((entry) => !than.includes(entry))

const directions: Readonly<Record<Plain, Direction>> = {
  more: { isLooser: isMore, unset: undefined },
  'more-than-none': { isLooser: isMore, unset: 0 },
  less: { isLooser: (value, than) => isMore(than, value), unset: 0 },
  off: { isLooser: (value, than) => than === true && value === false, unset: false },
  further: { isLooser: hasFurther, unset: undefined },
  fewer: { isLooser: (value, than) => hasFurther(than, value), unset: [] },
}

/** Whether the first hours have a minute that the others have not. */
type CompareHours = (value: ActiveHours, than: ActiveHours) => boolean

/** Whether a value of the field allows more than another one. Both are set. Of `limits`, the values are amounts of one window. */
export function isLooser(row: Row, value: unknown, than: unknown, isLonger: CompareHours): boolean {
  if (row.looser === 'longer') return isLonger(value as ActiveHours, than as ActiveHours)
  if (row.looser !== 'milder') return directions[row.looser].isLooser(value as never, than as never)
  const mildestFirst = Object.keys(row.choices)
  return mildestFirst.indexOf(String(value)) < mildestFirst.indexOf(String(than))
}

/** The value that a change compares for a field that is not set. Undefined: anything is allowed then. */
export function valueOfUnset(row: Row): unknown {
  if (row.looser === 'longer') return undefined
  return row.looser === 'milder' ? Object.keys(row.choices)[0] : directions[row.looser].unset
}
