import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../contract/errors.ts'
import { badField } from '../../contract/complaints/json-path.ts'

/**
 * Demands exactly one header `Host` in a request. HTTP/1.1 requires the header, and forbids a second one (RFC 9112, section 3.2). If there
 * were two, a proxy in front of this node might use the one that Node.js ignores.
 */
export function demandOneHost({ raw }: FastifyRequest, _reply: FastifyReply, next: (error?: ApiError) => void): void {
  const given = hosts(raw)
  if (given === 1 || (given === 0 && raw.httpVersion === '1.0')) return next()
  if (given > 1) return next(badField('Host', 'The header `Host` is given more than once.', { hint: 'Send it once.' }))
  next(
    badField('Host', 'The header `Host` is missing.', {
      reason: 'parameter_missing',
      hint: 'Send the name that the request goes to.',
    }),
  )
}

/** Counts the headers `Host` of a request. Node keeps only the first one in `headers`, so `rawHeaders` is read. */
function hosts({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count += 1
  }
  return count
}
