import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../contract/errors.ts'
import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'

/**
 * Demands exactly one header `Host` and at most one `Authorization` in a request. HTTP/1.1 requires the first, and forbids a second one of
 * either (RFC 9110, section 5.3, and RFC 9112, section 3.2). Of two, a proxy in front of this node might have checked the one that Node.js
 * ignores.
 */
export function demandSingleHeaders({ raw }: FastifyRequest, _reply: FastifyReply, next: (error?: ApiError) => void) {
  const hosts = count(raw, 'host')
  if (hosts > 1) return next(repeated('Host'))
  if (count(raw, 'authorization') > 1) return next(repeated('Authorization'))
  if (hosts === 1 || raw.httpVersion === '1.0') return next()
  next(
    invalidRequestFieldError('Host', 'The header `Host` is missing.', {
      reason: 'parameter_missing',
      hint: 'Send the name that the request goes to.',
    }),
  )
}

const repeated = (header: string): ApiError =>
  invalidRequestFieldError(header, `The header \`${header}\` is given more than once.`, { hint: 'Send it once.' })

/** Counts the headers of one name in a request. `rawHeaders` is read, because `headers` keeps only the first one. */
function count({ rawHeaders }: IncomingMessage, name: string): number {
  let given = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string
    if (header.length === name.length && header.toLowerCase() === name) given += 1
  }
  return given
}
