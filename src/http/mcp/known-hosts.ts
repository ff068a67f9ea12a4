import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Headers that pages of known hosts may send to `/mcp`, and read of its answers, without cookies: a page has to know an API key. */
const FOR_PAGES = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, accept, x-request-id, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-expose-headers': 'www-authenticate, retry-after, x-request-id',
  'access-control-max-age': '600',
}

/**
 * Refuses a request of another site's page, and one that a page sends to a host name by which this node is not known (DNS rebinding),
 * before any API key is looked at. Pages of known hosts may read the answers (CORS). A request without `Origin` was not sent by a page: if
 * it brings a key, it may use any name of this node, such as that of a container.
 */
export function refuseUnknownHosts(names: readonly string[], publicUrl: string | null) {
  const known = new Set([...LOOPBACK, ...names, ...(publicUrl === null ? [] : [hostOf(publicUrl)])])
  return ({ headers, method }: FastifyRequest, reply: FastifyReply, next: (error?: ApiError) => void): void => {
    const { host = '', origin, authorization } = headers
    const isKnown = known.has(hostOf(`http://${host}`))
    if (origin === undefined && authorization === undefined && !isKnown) return next(refused('Host'))
    if (origin !== undefined) {
      if (!known.has(hostOf(origin))) return next(refused('Origin'))
      if (!isKnown) return next(refused('Host'))
      reply.headers({ vary: 'Origin', 'access-control-allow-origin': origin, ...FOR_PAGES })
    }
    if (method !== 'OPTIONS') return next()
    void reply.code(204).header('allow', 'POST, OPTIONS').send()
  }
}

/**
 * The host of a URL without its port, because a node may be reached over another port than it listens on. Null where the text is no URL.
 */
const hostOf = (url: string): string | null => URL.parse(url)?.hostname ?? null

const refused = (header: string): ApiError =>
  new ApiError('origin_not_allowed', {
    message: `The header \`${header}\` names a host that does not belong to this Purser.`,
    hint: 'Use the loopback name of this machine, or set PURSER_PUBLIC_URL to the URL that clients use, or PURSER_ALLOWED_HOSTS to further names.',
  })
