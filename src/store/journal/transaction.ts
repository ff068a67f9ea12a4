import type pg from 'pg'
import { inTime } from '../../lib/traffic/in-time.ts'
import { withItsCode } from '../sharding/copied-rows.ts'
import {
  DatabaseTimeoutError,
  isAnswered,
  isOutdatedStatement,
  UnknownFateError,
} from '../connection/database-errors.ts'
import type { ServerPool } from '../connection/server-pools.ts'

/** A statement of the hot path, prepared once a connection. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A statement with its parameters, ready to be sent. */
export interface Query {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** A connection inside a transaction. Statements that are sent without waiting travel together. */
export interface Connection {
  rows<T extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<T[]>
}

export interface TransactionOptions {
  /** What it begins with. The server has all of a trip before it has its locks: it must not wait for them longer than anybody waits for it. */
  readonly begin: readonly string[]
  /** For all of it. */
  readonly timeoutMs: number
}

/** Waits for the locks of its customers, each so long. */
export const lockingFor = (lockTimeoutMs: number): string[] => [`begin; set local lock_timeout = ${lockTimeoutMs}`]
/** All of its statements see the same moment. */
export const READ_SNAPSHOT = ['begin isolation level repeatable read, read only']

/** Resolves when all its statements are sent. `written`: when they have succeeded. */
export type TransactionWork<T> = (connection: Connection) => Promise<{ result: T; written: Promise<unknown> }>

/**
 * Runs work in one transaction on a connection of its own. Rejects with `UnknownFateError` where nobody knows whether it was
 * committed, and with anything else where it was not: with `DatabaseTimeoutError` where it took too long before its commit was sent. A
 * connection on which something failed is destroyed: the server rolls back what it had not committed.
 */
export async function transact<T>(pool: ServerPool, options: TransactionOptions, work: TransactionWork<T>): Promise<T> {
  const { timeoutMs } = options
  for (let staleConnections = 0; ; staleConnections += 1) {
    const client = await pool.connect()
    const sent: Sent = { commit: false }
    try {
      const result = await inTime(runOn(client, { options, sent }, work), timeoutMs, () => tookLonger(timeoutMs))
      client.release()
      return result
    } catch (error) {
      client.release(true)
      if (sent.commit && error instanceof DatabaseTimeoutError) throw new UnknownFateError({ cause: error })
      if (!isOutdatedStatement(error) || staleConnections > pool.options.max) throw error
    }
  }
}

const tookLonger = (ms: number) => new DatabaseTimeoutError(`The database took longer than ${ms} ms.`)

interface Sent {
  /** Until it is set, a connection that ends takes the transaction with it. */
  commit: boolean
}

interface Run {
  readonly options: TransactionOptions
  readonly sent: Sent
}

async function runOn<T>(client: pg.PoolClient, { options, sent }: Run, work: TransactionWork<T>): Promise<T> {
  const begun = options.begin.map((statement) => client.query(statement))
  const [{ result, written }] = await Promise.all([work(connectionOf(client)), ...begun])
  sent.commit = true
  await commit(client, written)
  return result
}

/**
 * A statement that fails fails all behind it ("current transaction is aborted"), and they may be heard of first: all of
 * them reject with the error of the one that began it.
 */
function connectionOf(client: pg.PoolClient): Connection {
  let first: unknown
  return {
    rows: async <T extends pg.QueryResultRow>(statement: Statement, values: readonly unknown[]) => {
      try {
        return (await client.query<T>({ ...statement, values: [...values] })).rows
      } catch (error) {
        first ??= withItsCode(error)
        throw first
      }
    },
  }
}

/** Sends statements together. Resolves when all of them have succeeded. */
export const sendAll = (connection: Connection, queries: readonly Query[]): Promise<unknown> =>
  Promise.all(queries.map(({ statement, values }) => connection.rows(statement, values)))

/**
 * Sends the commit behind writes that are on their way, without waiting for them: one that fails turns it into a rollback.
 * Resolves after the commit. Rejects with what failed where the server has said that the transaction was rolled back, and
 * with `UnknownFateError` wherever it has not: such a transaction may be stored, and must never be run again. An error of
 * COMMIT itself says nothing: a distributed database has answered with one for rows that it had stored. Only the tag does.
 */
export async function commit(client: pg.ClientBase, written: Promise<unknown>): Promise<void> {
  const [writes, end] = await Promise.allSettled([written, client.query('commit')])
  if (end.status === 'rejected') throw new UnknownFateError({ cause: end.reason })
  if (writes.status === 'fulfilled' && end.value.command === 'COMMIT') return
  const cause: unknown = writes.status === 'rejected' ? writes.reason : undefined
  throw end.value.command === 'ROLLBACK' && isAnswered(cause) ? cause : new UnknownFateError({ cause })
}

/** A reference or key turned out to be in use, by a transaction that has committed meanwhile. Nothing was done. */
export const isDuplicate = (error: unknown): boolean => isAnswered(error) && error.code === '23505'
