import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../contract/errors.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses a page of another site, and a name that somebody else has made point to this node (DNS rebinding), before any key is looked
 * at. A request without `Origin` comes from no page.
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

/** Without the port: a node may be reached over another one than it listens on. Null: it is none. */
const hostOf = (url: string): string | null => URL.parse(url)?.hostname ?? null

const refused = (header: string): ApiError =>
  new ApiError('origin_not_allowed', {
    message: `The header \`${header}\` names a host that this Purser is not known by.`,
    hint: 'Ask this machine by its loopback name, or set PURSER_PUBLIC_URL to the URL that clients use.',
  })
