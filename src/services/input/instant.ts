import { invalidRequest } from '../../contract/errors.ts'

/**
 * The Unix milliseconds of a timestamp in a request. Throws 400 for a leap second, which the schema accepts but JavaScript cannot
 * represent.
 */
export function instant(param: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms))
    throw invalidRequest(
      param,
      `\`${param}\` is not a time.`,
      'parameter_invalid',
      'For instance `"2026-01-31T23:59:59Z"`.',
    )
  return ms
}
