import { invalidRequestError } from '../../contract/errors.ts'
import { checkJsonSize } from './json-size.ts'

const MAX_KIBIBYTES = 16
const MAX_LEVELS = 8

/** Returns a free-form object of at most 16 KiB as JSON and 8 levels (contract, section 2). Throws 400 naming the field otherwise. */
export function checkFreeFormObject<T extends object | null>(param: string, value: T): T {
  if (value === null) return value
  if (levels(value) > MAX_LEVELS)
    throw invalidRequestError(
      param,
      `\`${param}\` is nested deeper than ${MAX_LEVELS} levels.`,
      'parameter_invalid',
      'Flatten it, or keep it elsewhere and send where it is.',
    )
  return checkJsonSize(param, value, MAX_KIBIBYTES)
}

/** The depth of a free-form object; `{}` has one level. The parser bounds the depth of a body, and so the depth of this recursion. */
function levels(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce<number>((deepest, member) => Math.max(deepest, levels(member)), 0)
}
