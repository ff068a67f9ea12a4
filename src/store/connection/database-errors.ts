import pg from 'pg'

/** Classes and codes of SQLSTATE that say "not now": connections, resources, shutdown, time limits, lock conflicts. */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '40']
const UNAVAILABLE_CODES = new Set(['55P03', '25006', '25P03', '25P04'])

/** Of whoever reaches for a server that is down: for its socket in a folder, too. */
const SYSTEM_CALLS = new Set(['connect', 'getaddrinfo'])
/** Of the operating system and of Node's own sockets. No SQLSTATE begins with an E. */
const SOCKET_CODES = /^(E(CONN|NET|HOST|PIPE|TIMEDOUT|PROTO|NOTFOUND|AI_)|ERR_(SSL|TLS|STREAM|SOCKET)_)/

/**
 * Of a certificate that another name, another authority or another time stands on. It is as bad as no server, and no wait makes it
 * better.
 */
const CERTIFICATE_CODES =
  /^(ERR_TLS_CERT_ALTNAME|CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/

export const isCertificateRefused = (error: unknown): boolean =>
  CERTIFICATE_CODES.test(String((error as { code?: unknown } | undefined)?.code))

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

/** A commit was sent, and nobody knows what came of it: no one may be told that it was, nor may it be made again. */
export class UnknownFateError extends Error {
  override name = 'UnknownFateError'
  constructor(options: { cause: unknown }) {
    super('Whether a transaction was committed is not known.', options)
  }
}

const LOCK_TIMEOUT = '55P03'

/** The lock of a customer was waited for in vain. Nothing was done. */
export class CustomerLockedError extends Error {
  override name = 'CustomerLockedError'
  /** As the server says it: whoever looks for lock timeouts finds this one. */
  readonly code = LOCK_TIMEOUT
  constructor(options: { cause: unknown }) {
    super('The customer is locked by another transaction.', options)
  }
}

/** The database did not answer in time, and no commit was sent: what it was asked is rolled back. */
export class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
}

/**
 * Whether the database could not answer now: not reachable, shutting down, out of connections or time, or in a deadlock.
 * The same request may succeed later. Errors of a statement itself are not among them: those are ours.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseTimeoutError || isOutdatedStatement(error)) return true
  if (error instanceof UnknownFateError) return hasCode(error.cause) || isDatabaseUnavailable(error.cause)
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return DRIVER_MESSAGES.some((message) => error.message.includes(message))
  if (SOCKET_CODES.test(code) || SYSTEM_CALLS.has(String(syscall)) || isCertificateRefused(error)) return true
  return (
    SQLSTATE.test(code) && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.some((kind) => code.startsWith(kind)))
  )
}

/** What the server or the operating system has said has a code; a fault of ours has none. */
const hasCode = (error: unknown): boolean => typeof (error as { code?: unknown } | undefined)?.code === 'string'

/** An error that the server itself has answered with, and not its last word before it closed the connection. */
export const isAnswered = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'

const UNKNOWN_STATEMENT = '26000'
/** Where the server says that a plan has other columns than before, after a migration: its code alone says less. */
const CHANGED_PLAN = 'RevalidateCachedQuery'

/** A prepared statement that the server does not know, behind a pooler for one, or whose table has changed. Nothing was done. */
export const isOutdatedStatement = (error: unknown): boolean =>
  isAnswered(error) && (error.code === UNKNOWN_STATEMENT || error.routine === CHANGED_PLAN)

/** The role lacks a right to what it asked for. */
export const isForbidden = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '42501'

/** A lock was waited for in vain. Nothing was done. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === LOCK_TIMEOUT

/** A write on a server that takes none: a standby, or one that is set so. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '25006'
