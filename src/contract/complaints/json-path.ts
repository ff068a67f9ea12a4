import { ApiError, type InvalidRequestReason } from '../errors.ts'
import { replaceCardNumbers } from '../../lib/card-numbers.ts'

/** Names come from the caller: a path shows at most so much of each. */
const MAX_NAME_LENGTH = 64

/** Paths in errors: `policy.limits.perAuth`, `policy.allowedMccs[3]`. The whole body is the empty path. */
export function memberPath(path: string, name: string): string {
  const harmless = replaceCardNumbers(name, () => '...') // somebody may send one as a name
  const shown = harmless.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', '')
  return path === '' ? shown : `${path}.${shown}`
}

export const entryPath = (path: string, index: number | string): string => `${path}[${index}]`

/** How a sentence names the place. */
export const named = (path: string): string => (path === '' ? 'The body' : `\`${path}\``)

/** `invalid_request` at a path; the whole body has no `param`. */
export function badField(
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
