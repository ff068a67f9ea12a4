import type { IncomingMessage } from 'node:http'
import { replaceCardNumbers } from '../../lib/card-numbers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The id `req_...` that this node makes for each request, whatever id the caller gave. The audit trail contains only this id of the
     * request.
     */
    ownId: string
  }
}

const OWN_PREFIX = 'req_'
/**
 * Matches the forms of request ids that proxies and tracing libraries make: UUIDs, hex, base64, `Root=1-...`. Spaces, quotes and control
 * characters are not allowed.
 */
export const CALLERS_REQUEST_ID = /^[A-Za-z0-9._:/+=-]{1,128}$/
/**
 * Matches prefixes that a caller's id may not have: only Purser makes ids with `req_`, and secrets must not get into the log or a stored
 * reply.
 */
const RESERVED = /(?:req|sk|whsec|session|invite|reset)_/

/**
 * The id that a caller gave its request in `X-Request-Id`. Null where the caller gave none, or one that is refused: too long, with other
 * characters, in the form of an id or a secret of Purser, or with digits that could be a card number.
 */
export function callersRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const given = headers['x-request-id']
  if (typeof given !== 'string' || !CALLERS_REQUEST_ID.test(given) || RESERVED.test(given)) return null
  return replaceCardNumbers(given, () => '') === given ? given : null
}

/** Whether Purser itself made the id of a request. */
export const isRequestIdMadeByPurser = (id: string): boolean => id.startsWith(OWN_PREFIX)
