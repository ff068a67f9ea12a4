import pg from 'pg'
import { UnknownFateError } from '../database-errors.ts'

/**
 * Sends the commit behind writes that are on their way, without waiting for them: one that fails turns it into a rollback.
 * Resolves after the commit. Rejects with what failed where the server has said that nothing was done (`wasRolledBack`),
 * and with `UnknownFateError` wherever it has not: such a batch may be stored, and must never be run again.
 */
export async function commit(client: pg.ClientBase, written: Promise<unknown>): Promise<void> {
  const [writes, end] = await Promise.allSettled([written, client.query('commit')])
  if (end.status === 'rejected') {
    throw wasRolledBack(end.reason) ? end.reason : new UnknownFateError({ cause: end.reason })
  }
  if (writes.status === 'fulfilled' && end.value.command === 'COMMIT') return
  const cause: unknown = writes.status === 'rejected' ? writes.reason : undefined
  throw end.value.command === 'ROLLBACK' && wasRolledBack(cause) ? cause : new UnknownFateError({ cause })
}

/** An error that the server itself has answered with, and not its last word before it closed the connection. */
export const wasRolledBack = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR'
