/** Classes and codes of SQLSTATE that say "not now": connections, resources, shutdown, time limits, lock conflicts. */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '40']
const UNAVAILABLE_CODES = new Set(['55P03', '25006', '25P03', '25P04'])

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What the driver throws without a code when a connection is lost or none is free in time. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'not queryable',
  'Cannot use a pool after calling end',
]

const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * Whether the database could not answer now: not reachable, shutting down, out of connections or time, or in a deadlock.
 * The same request may succeed later. Errors of a statement itself are not among them: those are ours.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return DRIVER_MESSAGES.some((message) => error.message.includes(message))
  if (SYSTEM_CODES.has(code)) return true
  if (code === 'ENOENT') return (error as { syscall?: unknown }).syscall === 'connect' // the socket of a server that is down
  return (
    SQLSTATE.test(code) && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.some((kind) => code.startsWith(kind)))
  )
}
