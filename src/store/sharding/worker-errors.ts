import { DatabaseError } from 'pg'

/**
 * The internal routine of Citus that reports a worker's error. Citus copies the rows of an insert to their shards, and a worker may refuse
 * some of them.
 */
const COPY_ROUTINE = 'ReportCopyError'

/**
 * Citus reports the worker's message without its SQLSTATE, so the code is found by the beginning of PostgreSQL's message, in English
 * (`lc_messages`).
 */
const CODES: readonly [words: string, code: string][] = [
  ['duplicate key value violates unique constraint', '23505'],
  ['canceling statement due to lock timeout', '55P03'],
  ['deadlock detected', '40P01'],
  ['canceling statement due to', '57014'],
  ['terminating connection due to', '57P01'],
  ['failed to complete COPY', '08006'], // a message of Citus itself: the server is gone
]

/** Gives an error that Citus has reported for a worker the SQLSTATE of its message. Returns any other error unchanged. */
export function withSqlState(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.routine !== COPY_ROUTINE) return error
  const [, code] = CODES.find(([words]) => error.message.startsWith(words)) ?? []
  return code === undefined ? error : Object.assign(error, { code })
}
