import { DatabaseError } from 'pg'

/** Where Citus, which copies the rows of an insert to their shards, tells of a server that has refused some. */
const TOLD_BY = 'ReportCopyError'

/** It tells in the words of that server and without its SQLSTATE. The words are PostgreSQL's own, in the language of `lc_messages`. */
const CODES: readonly [words: string, code: string][] = [
  ['duplicate key value violates unique constraint', '23505'],
  ['canceling statement due to lock timeout', '55P03'],
  ['deadlock detected', '40P01'],
  ['canceling statement due to', '57014'],
  ['terminating connection due to', '57P01'],
  ['failed to complete COPY', '08006'], // Citus' own: the server is gone
]

/** The error of a statement, with the SQLSTATE of the server that it comes from. */
export function withItsCode(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.routine !== TOLD_BY) return error
  const [, code] = CODES.find(([words]) => error.message.startsWith(words)) ?? []
  return code === undefined ? error : Object.assign(error, { code })
}
