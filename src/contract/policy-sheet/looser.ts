import type { ActiveHours } from '../policy.ts'
import type { PolicySheetRow } from './row.ts'

/**
 * The directions of policy fields in which two values can be compared by themselves. The other directions need more: `milder` the field's
 * list of choices, `longer` a comparison of hours.
 */
type Plain = Exclude<PolicySheetRow['looser'], 'milder' | 'longer'>

interface Direction {
  readonly isLooser: (value: never, than: never) => boolean
  /** The value that stands for a policy field that no level sets, when a change is compared. Undefined: an unset field allows anything. */
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

/** Whether the hours `value` have an active minute that the hours `than` lack. */
type CompareHours = (value: ActiveHours, than: ActiveHours) => boolean

/**
 * Whether one value of a policy field allows more than another one. Neither of the two is unset. For the field `limits`, the values are
 * amounts of one window.
 */
export function isLooserPolicyValue(
  row: PolicySheetRow,
  value: unknown,
  than: unknown,
  isLonger: CompareHours,
): boolean {
  if (row.looser === 'longer') return isLonger(value as ActiveHours, than as ActiveHours)
  if (row.looser !== 'milder') return directions[row.looser].isLooser(value as never, than as never)
  const mildestFirst = Object.keys(row.choices)
  return mildestFirst.indexOf(String(value)) < mildestFirst.indexOf(String(than))
}

/** The value that stands for a policy field that no level sets, when a change is compared. Undefined: an unset field allows anything. */
export function valueOfUnsetPolicyField(row: PolicySheetRow): unknown {
  if (row.looser === 'longer') return undefined
  if (row.looser === 'less') return row.default ?? directions.less.unset
  return row.looser === 'milder' ? Object.keys(row.choices)[0] : directions[row.looser].unset
}
