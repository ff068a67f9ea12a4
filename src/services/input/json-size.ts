import { invalidRequestError } from '../../contract/errors.ts'

/** Returns a value of a request if it has at most `maxKibibytes` as JSON in UTF-8. Throws 400 naming the field otherwise. */
export function checkJsonSize<T>(param: string, value: T, maxKibibytes: number): T {
  if (Buffer.byteLength(JSON.stringify(value)) <= maxKibibytes * 1024) return value
  throw invalidRequestError(
    param,
    `\`${param}\` is larger than ${maxKibibytes} KiB as JSON.`,
    'parameter_invalid',
    'Shorten it.',
  )
}
