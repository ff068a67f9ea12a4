import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses a request of another site's page, and a request to a host name by which this node is not known (DNS rebinding), before any key is
 * looked at. A request without `Origin` was not sent by a page.
 */
export function knownHosts(publicUrl: string | null) {
  const known = new Set([...LOOPBACK, ...(publicUrl === null ? [] : [hostOf(publicUrl)])])
  return ({ headers }: FastifyRequest, _reply: FastifyReply, next: (error?: ApiError) => void): void => {
    const { host = '', origin } = headers
    if (!known.has(hostOf(`http://${host}`))) return next(refused('Host'))
    if (origin !== undefined && !known.has(hostOf(origin))) return next(refused('Origin'))
    next()
  }
}

/**
 * The host of a URL without its port, because a node may be reached over another port than it listens on. Null where the text is no URL.
 */
const hostOf = (url: string): string | null => URL.parse(url)?.hostname ?? null

const refused = (header: string): ApiError =>
  new ApiError('origin_not_allowed', {
    message: `The header \`${header}\` names a host that does not belong to this Purser.`,
    hint: 'Use the loopback name of this machine, or set PURSER_PUBLIC_URL to the URL that clients use.',
  })
