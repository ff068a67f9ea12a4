import pg from 'pg'

/**
 * Classes and codes of SQLSTATE by which a server says that it cannot answer now: connections, resources, shutdown, time limits, lock
 * conflicts.
 */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '40']
const UNAVAILABLE_CODES = new Set(['55P03', '25006', '25P03', '25P04'])

/** System calls that fail if a server is down. `connect` also fails for a Unix socket. */
const SYSTEM_CALLS = new Set(['connect', 'getaddrinfo'])
/** Matches error codes of the operating system and of Node's own sockets. No SQLSTATE begins with an E. */
const SOCKET_CODES = /^(E(CONN|NET|HOST|PIPE|TIMEDOUT|PROTO|NOTFOUND|AI_)|ERR_(SSL|TLS|STREAM|SOCKET)_)/

/**
 * Error codes for a server's certificate that has another name, comes from an unknown authority, or is not valid at this time. Such a
 * server cannot be used, and waiting does not help.
 */
const CERTIFICATE_CODES =
  /^(ERR_TLS_CERT_ALTNAME|CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/

export const isCertificateRefused = (error: unknown): boolean =>
  CERTIFICATE_CODES.test(String((error as { code?: unknown } | undefined)?.code))

/** Messages of the driver's errors that have no code: a connection was lost, or none was free in time. */
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
 * The error where the commit of a transaction was sent, and nobody can know whether the server did it. The caller must not be told that it
 * was done, and the work must not be repeated.
 */
export class UnknownCommitError extends Error {
  override name = 'UnknownCommitError'
  constructor(options: { cause: unknown }) {
    super('Whether a transaction was committed is not known.', options)
  }
}

const LOCK_TIMEOUT = '55P03'

/** The error where the lock of a customer was not free in time. Nothing was done. */
export class CustomerLockedError extends Error {
  override name = 'CustomerLockedError'
  /** PostgreSQL's code for lock timeouts, so that `isLockTimeout` also recognises this error. */
  readonly code = LOCK_TIMEOUT
  constructor(options: { cause: unknown }) {
    super('The customer is locked by another transaction.', options)
  }
}

/** The error where the database did not answer in time, and no commit was sent, so that the transaction is rolled back. */
export class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
}

/**
 * Whether an error says that the database could not answer now: it is unreachable, shutting down, out of connections or time, or there was
 * a deadlock. The same request may succeed later. An error in a statement itself is a fault of this program, and does not count.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseTimeoutError || isOutdatedPreparedStatement(error)) return true
  if (error instanceof UnknownCommitError) return hasCode(error.cause) || isDatabaseUnavailable(error.cause)
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (typeof code !== 'string') return DRIVER_MESSAGES.some((message) => error.message.includes(message))
  if (SOCKET_CODES.test(code) || SYSTEM_CALLS.has(String(syscall)) || isCertificateRefused(error)) return true
  return (
    SQLSTATE.test(code) && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.some((kind) => code.startsWith(kind)))
  )
}

/** Whether an error comes from the server or the operating system. A fault of this program has no code. */
const hasCode = (error: unknown): boolean => typeof (error as { code?: unknown } | undefined)?.code === 'string'

/**
 * Whether the server has answered a statement with this error. False for an error that the server sent as its last message before it closed
 * the connection.
 */
export const isSqlStatementError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'

const UNKNOWN_STATEMENT = '26000'
/**
 * The server's internal routine that reports, after a migration, that a prepared statement would now have other columns. Other errors have
 * the same SQLSTATE, so this error is recognized by the routine's name.
 */
const CHANGED_PLAN = 'RevalidateCachedQuery'

/**
 * Whether the server does not know a prepared statement, for example behind a pooler, or refuses it because its table has changed. The
 * statement was not run.
 */
export const isOutdatedPreparedStatement = (error: unknown): boolean =>
  isSqlStatementError(error) && (error.code === UNKNOWN_STATEMENT || error.routine === CHANGED_PLAN)

/** Whether an error says that the database role lacks a right that the statement needs. */
export const isPrivilegeError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '42501'

/** Whether an error says that a lock was not free in time, so that the statement was not run. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === LOCK_TIMEOUT

/** Whether an error says that the server refused a write because it is a standby or set to read-only. */
export const isReadOnlyError = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '25006'
