import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { LongWorkTimeSlices } from '../../lib/traffic/time-slices.ts'
import { ServiceBusyError, CallerGoneError } from '../../lib/traffic/busy-error.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import { lendDatabaseConnection } from './lend-connection.ts'
import { readShardPlacements } from '../sharding/placement.ts'

/** The database as it was at one moment, whatever is written meanwhile. Statements in it can only read. */
export interface DatabaseSnapshot {
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>
  /**
   * The slices in which the thread works on a snapshot. Every loop over the rows of a snapshot goes through them, so that other work gets
   * its turn however long the history is.
   */
  readonly slices: LongWorkTimeSlices
  /**
   * Whether rows of the snapshot cannot go missing. False: shards may move while the work runs, and the work may then begin anew, so it
   * must call `confirm` before it reports a result early.
   */
  readonly isSure: boolean
  /** Rejects if shards have moved since the snapshot began. Rows that were read may then be incomplete, and the work begins anew. */
  confirm(): Promise<void>
}

interface SnapshotOptions {
  /** The most times that work on a snapshot is tried, if shards move meanwhile. */
  readonly mostTries?: number
  /** Aborted when nobody waits for the work on the snapshot any more: the statement that runs is canceled. */
  readonly gone?: AbortSignal
  /** The account for which the work on the snapshot is done. Accounts take turns in the thread. Absent: it is the node's own work. */
  readonly accountId?: string
}

/** The statements that begin a snapshot. They switch off the service's deadlines, because verify and backtests may read for a long time. */
const BEGIN = [
  'begin isolation level repeatable read, read only',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
]

/** Work on a snapshot is tried again only within this many milliseconds after the first try began. */
const BEGIN_WITHIN_MS = 600 * SECOND_MS
const PAUSE_MS = SECOND_MS
const MOST_TRIES = 10

class ShardsMovedError extends Error {}

/**
 * Runs work on a snapshot of the database. On Citus, a shard that arrives at a worker after the snapshot has begun to read there looks
 * empty to the snapshot: rows are missing, and no statement fails. The placements of the shards are therefore compared before and after the
 * work, and if they have changed, the work begins anew. Rejects with `ServiceBusyError` if they have changed in each try.
 */
export async function onDatabaseSnapshot<T>(
  pool: pg.Pool,
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
  { mostTries = MOST_TRIES, gone = NEVER, accountId }: SnapshotOptions = {},
): Promise<T> {
  const lastBegin = performance.now() + BEGIN_WITHIN_MS
  for (let tries = 1; ; tries += 1) {
    const before = await readShardPlacements(pool)
    const haveMoved = async () => before !== null && (await readShardPlacements(pool)) !== before
    try {
      const result = await inSnapshot({ pool, gone }, (rows) =>
        work({
          rows,
          slices: new LongWorkTimeSlices({ gone, accountId }),
          isSure: before === null,
          confirm: async () => {
            // If the pool has only one connection, the snapshot uses it. The placements of the shards can then be compared only at the end.
            if (pool.options.max > 1 && (await haveMoved())) throw new ShardsMovedError()
          },
        }),
      )
      if (!(await haveMoved())) return result
    } catch (error) {
      // If shards have moved, they count as the cause of any error: rows may have been missing, or a shard was no longer there.
      if (gone.aborted) throw new CallerGoneError()
      if (!(error instanceof ShardsMovedError) && !(await haveMoved().catch(() => false))) throw error
    }
    if (tries >= mostTries || performance.now() > lastBegin) throw movingShards(tries)
    await delay(PAUSE_MS)
  }
}

const movingShards = (tries: number): ServiceBusyError =>
  new ServiceBusyError(
    'shards_moving',
    `Shards of the database moved while it was read, ${tries} times, so rows may be missing from the result. Try again when no shard moves any more ` +
      '(select * from citus_rebalance_status()).',
  )

const NEVER = new AbortController().signal

function inSnapshot<T>(
  from: { pool: pg.Pool; gone: AbortSignal },
  work: (rows: DatabaseSnapshot['rows']) => Promise<T>,
): Promise<T> {
  return lendDatabaseConnection(from, async (client) => {
    for (const statement of BEGIN) await client.query(statement)
    const result = await work(
      async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        (await client.query<R>(text, [...values])).rows,
    )
    await client.query('commit')
    return result
  })
}

const PAGE = 1000

/**
 * Reads the rows of an ordered query, page by page. The server sorts them, on disk if its memory is too small, so a query should select
 * narrow rows, and the caller reads the wide ones by their ids. `name`: the cursor's name, unique within the snapshot.
 */
export async function* pagesOfSnapshotQuery<T extends pg.QueryResultRow>(
  snapshot: DatabaseSnapshot,
  name: string,
  [text, values]: readonly [text: string, values: readonly unknown[]],
): AsyncGenerator<T[]> {
  await snapshot.rows(`declare ${name} cursor for ${text}`, values)
  for (;;) {
    const page = await snapshot.rows<T>(`fetch ${PAGE} from ${name}`)
    if (page.length > 0) yield page
    if (page.length < PAGE) return
  }
}
