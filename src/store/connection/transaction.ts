import type pg from 'pg'
import { BEGIN_TRANSACTION_SQL } from './own-settings.ts'
import { tracedDatabaseTrip } from '../../lib/tracing.ts'
import { resultWithinTimeLimit } from '../../lib/traffic/result-in-time.ts'
import { withSqlState } from '../sharding/worker-errors.ts'
import { cancelRunningSqlStatement } from './cancel.ts'
import {
  DatabaseTimeoutError,
  isSqlStatementError,
  isOutdatedPreparedStatement,
  UnknownCommitError,
} from './database-errors.ts'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'
import type { DatabaseServerPool } from './server-pools.ts'

/**
 * A connection inside a transaction. Statements that are sent without waiting for each other share a round trip. `rows` rejects with the
 * database's error. After a failed statement, all later ones reject with the error of the first.
 */
export interface DatabaseTransactionConnection {
  rows<T extends pg.QueryResultRow>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]>
}

export interface DatabaseTransactionOptions {
  /**
   * The statements that begin the transaction. They also set a lock timeout, which is not longer than callers wait. It is needed because
   * all statements of a round trip are sent before the server has got the locks.
   */
  readonly begin: readonly string[]
  /** How long the whole database transaction may take before its commit is sent, in milliseconds. */
  readonly timeoutMs: number
  /** The name of the tracing span of the database transaction's last trip: the writes and the commit. Absent: the trip has no span. */
  readonly commitSpan?: string
}

/** Makes the statement that begins a transaction which waits at most `lockTimeoutMs` for each lock. */
export const beginWithLockTimeout = (lockTimeoutMs: number): string[] => [
  `${BEGIN_TRANSACTION_SQL}; set local lock_timeout = ${lockTimeoutMs}`,
]
/** The statement that begins a transaction whose statements all see the same moment. */
export const BEGIN_SNAPSHOT = ['begin isolation level repeatable read, read only']

/** The work of a database transaction. Resolves when all its statements are sent. `written` must resolve when they have succeeded. */
export type DatabaseTransactionWork<T> = (
  connection: DatabaseTransactionConnection,
) => Promise<{ result: T; written: Promise<unknown> }>

/**
 * Runs work in one transaction on a connection of its own. Rejects with `UnknownCommitError` if nobody can know whether the transaction was
 * committed. After any other error it was not committed; `DatabaseTimeoutError` says that it took too long before its commit was sent. A
 * connection on which something failed is closed, and the server rolls back what was not committed.
 */
export async function runDatabaseTransaction<T>(
  pool: DatabaseServerPool,
  options: DatabaseTransactionOptions,
  work: DatabaseTransactionWork<T>,
): Promise<T> {
  const { timeoutMs } = options
  for (let staleConnections = 0; ; staleConnections += 1) {
    const client = await pool.connect()
    const sent: Sent = { commit: false, isOver: false }
    try {
      const result = await resultWithinTimeLimit(runOn(client, { options, sent }, work), timeoutMs, () =>
        tookLonger(timeoutMs),
      )
      client.release()
      return result
    } catch (error) {
      const isLate = error instanceof DatabaseTimeoutError && !sent.commit
      sent.isOver = true
      // The server is asked to cancel the statement of a late transaction, which would otherwise hold its locks until the server's own
      // deadline. A commit is never canceled.
      if (isLate) void cancelRunningSqlStatement(client).then(() => client.release(true))
      else client.release(true)
      if (sent.commit && error instanceof DatabaseTimeoutError) throw new UnknownCommitError({ cause: error })
      if (!isOutdatedPreparedStatement(error) || staleConnections > pool.options.max) throw error
    }
  }
}

const tookLonger = (ms: number) => new DatabaseTimeoutError(`The database took longer than ${ms} ms.`)

interface Sent {
  /** Whether the commit of the database transaction was sent. Until then, the server rolls the transaction back if the connection ends. */
  commit: boolean
  /** True: the database transaction has failed or took too long, and sends nothing any more, least of all its commit. */
  isOver: boolean
}

interface Run {
  readonly options: DatabaseTransactionOptions
  readonly sent: Sent
}

async function runOn<T>(client: pg.PoolClient, { options, sent }: Run, work: DatabaseTransactionWork<T>): Promise<T> {
  const begun = options.begin.map((statement) => client.query(statement))
  const working = work(connectionOf(client, sent)).then((done) => {
    done.written.catch(() => undefined) // nobody waits for the writes of a finished database transaction: their error would end the process
    return done
  })
  const [{ result, written }] = await Promise.all([working, ...begun])
  if (sent.isOver) throw tookLonger(options.timeoutMs)
  sent.commit = true
  const { commitSpan } = options
  if (commitSpan === undefined) await commitTransaction(client, written)
  else await tracedDatabaseTrip(commitSpan, () => commitTransaction(client, written))
  return result
}

/**
 * After a failed statement all later statements of the transaction fail, too ("current transaction is aborted"), and their failures may be
 * reported first. So all of them reject with the error of the statement that failed first.
 */
function connectionOf(client: pg.PoolClient, sent: Sent): DatabaseTransactionConnection {
  let first: unknown
  return {
    rows: async <T extends pg.QueryResultRow>(statement: PreparedStatement, values: readonly unknown[]) => {
      if (sent.isOver) throw new DatabaseTimeoutError('The transaction is over.')
      try {
        return (await client.query<T>({ ...statement, values: [...values] })).rows
      } catch (error) {
        first ??= withSqlState(error)
        throw first
      }
    },
  }
}

/** Sends statements together. Resolves when all of them have succeeded. */
export const sendSqlQueries = (
  connection: DatabaseTransactionConnection,
  queries: readonly SqlQuery[],
): Promise<unknown> => Promise.all(queries.map(({ statement, values }) => connection.rows(statement, values)))

/**
 * Sends the commit right after the writes, without waiting for them: a write that fails turns the commit into a rollback. Resolves after
 * the commit. Rejects with the error of the write if the server has reported that the transaction was rolled back, and with
 * `UnknownCommitError` in all other cases: such a transaction may be stored, and must never run again. An error in answer to COMMIT proves
 * nothing, because a distributed database has answered so although it had stored the rows. Only the command tag of the answer proves what
 * was done.
 */
export async function commitTransaction(client: pg.ClientBase, written: Promise<unknown>): Promise<void> {
  const [writes, end] = await Promise.allSettled([written, client.query('commit')])
  if (end.status === 'rejected') throw new UnknownCommitError({ cause: end.reason })
  if (writes.status === 'fulfilled' && end.value.command === 'COMMIT') return
  const cause: unknown = writes.status === 'rejected' ? writes.reason : undefined
  throw end.value.command === 'ROLLBACK' && isSqlStatementError(cause) ? cause : new UnknownCommitError({ cause })
}

/**
 * Whether an error says that another transaction, which has committed meanwhile, has stored the same unique value, such as a network
 * reference or an idempotency key. Nothing was stored.
 */
export const isUniqueViolation = (error: unknown): boolean => isSqlStatementError(error) && error.code === '23505'
