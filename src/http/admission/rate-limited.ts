import { ApiError } from '../../contract/errors.ts'
import type { Caller } from '../../services/request/authenticate.ts'
import type { RateLimitAllowance } from '../../services/request/rate-limit.ts'

/** The error of a caller who has made all requests of this minute: how many these are, what sets their number, and how to get more. */
export function rateLimitedError(
  { principal, tier }: Pick<Caller, 'tier'> & { readonly principal: Pick<Caller['principal'], 'type'> },
  { limit, resetSeconds }: Pick<RateLimitAllowance, 'limit' | 'resetSeconds'>,
): ApiError {
  const extras = { retryAfterSeconds: resetSeconds }
  const wait = 'Wait for the number of seconds in `Retry-After`'
  if (principal.type === 'person') {
    const message = `A person may make ${limit} requests a minute, and you have made them.`
    return new ApiError('rate_limited', { ...extras, message, hint: `${wait}. Programs use an API key of their own.` })
  }
  const by = tier === null ? 'the number that it was made with' : `the number of its tier \`${tier}\``
  const message = `This API key may make ${limit} requests a minute, ${by}, and has made them.`
  const more = 'purser keys create <name> --role <role> --tier enterprise --requests-per-minute 6000'
  return new ApiError('rate_limited', {
    ...extras,
    message,
    hint: `${wait}, or use a key that may make more: \`${more}\`.`,
  })
}
