import { ApiError, type InvalidRequestReason } from '../errors.ts'
import { replaceCardNumbers } from '../../lib/card-numbers.ts'
import type { JsonPath } from '../../lib/json/json-path.ts'

/** How many characters of a field's name a path shows. The names come from the caller. */
const MAX_NAME_LENGTH = 64

/** The path of an object's member, for errors: `policy.limits.perAuth`. `path` is the object's own path, empty for the whole body. */
export function objectMemberPath(path: string, name: string): string {
  const harmless = replaceCardNumbers(name, () => '...') // a caller may send a card number as a name
  const shown = harmless.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', '')
  return path === '' ? shown : `${path}.${shown}`
}

export const arrayEntryPath = (path: string, index: number | string): string => `${path}[${index}]`

/** The path of a value in a body, as errors name it: `items[0].amount`. `steps`: the members and positions that lead to the value. */
export const jsonPathText = (steps: JsonPath): string =>
  steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? arrayEntryPath(path, step) : objectMemberPath(path, step)),
    '',
  )

/** The words for a field in an error's sentence: its path as code, or "The body" for the empty path of the whole body. */
export const fieldPathInWords = (path: string): string => (path === '' ? 'The body' : `\`${path}\``)

/** The error `invalid_request` for the field at a path. An error of the whole body has no `param`. */
export function invalidRequestFieldError(
  path: string,
  message: string,
  { reason = 'parameter_invalid', hint }: { reason?: InvalidRequestReason; hint?: string | undefined } = {},
): ApiError {
  return new ApiError('invalid_request', {
    message,
    details: { reason },
    ...(path === '' ? {} : { param: path }),
    ...(hint === undefined ? {} : { hint }),
  })
}

/** The refusal of a body with a member that stands twice in one object. */
export function duplicateJsonMemberError(steps: JsonPath): ApiError {
  const path = jsonPathText(steps)
  return invalidRequestFieldError(path, `${fieldPathInWords(path)} is there twice.`, {
    hint: 'Send it once: of two, nobody knows which one counts.',
  })
}
