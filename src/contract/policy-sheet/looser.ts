import type { ActiveHours } from '../policy.ts'
import type { Row } from './row.ts'

type Compare<T> = (value: T, than: T) => boolean

/** Compares active hours, which takes more than their values: whether the first ones have a minute that the others have not. */
export type CompareHours = Compare<ActiveHours>

const isMore: Compare<number> = (value, than) => value > than
const hasFurther: Compare<readonly string[]> = (value, than) => value.some((entry) => !than.includes(entry))

/** Whether a value of the field allows more than another one. Both are set. Of `limits`, the values are amounts of one window. */
export function isLooser(row: Row, value: unknown, than: unknown, isLonger: CompareHours): boolean {
  switch (row.looser) {
    case 'more':
    case 'more-than-none':
      return isMore(value as number, than as number)
    case 'less':
      return isMore(than as number, value as number)
    case 'off':
      return than === true && value === false
    case 'further':
      return hasFurther(value as string[], than as string[])
    case 'fewer':
      return hasFurther(than as string[], value as string[])
    case 'milder':
      return isMore(strictness(row, than), strictness(row, value))
    case 'longer':
      return isLonger(value as ActiveHours, than as ActiveHours)
  }
}

const strictness = (row: Row, choice: unknown): number =>
  'choices' in row ? Object.keys(row.choices).indexOf(String(choice)) : 0

/** The value that a change compares for a field that is not set. Undefined: anything is allowed then. */
export function valueOfUnset(row: Row): unknown {
  switch (row.looser) {
    case 'more-than-none':
    case 'less':
      return 0
    case 'off':
      return false
    case 'fewer':
      return []
    case 'milder':
      return Object.keys(row.choices)[0]
    case 'more':
    case 'further':
    case 'longer':
      return undefined
  }
}
