import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { BusyError } from '../../lib/traffic/busy-error.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import { readPlacements } from '../sharding/placement.ts'

/** The database as it stood at one moment, whatever is written meanwhile. Reads only. */
export interface Snapshot {
  rows<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>
  /** False: shards may move meanwhile, and the work be begun anew. Whatever it tells before its end it has to `confirm` first. */
  readonly isSure: boolean
  /** Rejects where shards have moved since the snapshot began, so that the work is begun anew: rows that were read may be missing. */
  confirm(): Promise<void>
}

interface Tries {
  /** How often the work is begun at most. */
  readonly mostTries?: number
}

/** Takes as long as it takes: no deadline of the service's statements holds here. */
const BEGIN = [
  'begin isolation level repeatable read, read only',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
]

/** No try begins later after the first one. */
const BEGIN_WITHIN_MS = 600 * SECOND_MS
const PAUSE_MS = SECOND_MS
const MOST_TRIES = 10

class ShardsMovedError extends Error {}

/**
 * Runs work on one moment of the database. On a Citus a shard that arrives at a worker after the work has begun to read there is empty to
 * it: rows are missing, and nothing fails. So the placements are compared before and after, and the work begins anew where they have
 * changed. Rejects with `BusyError` where they have changed in each of its tries.
 */
export async function atOneMoment<T>(
  pool: pg.Pool,
  work: (snapshot: Snapshot) => Promise<T>,
  { mostTries = MOST_TRIES }: Tries = {},
): Promise<T> {
  const lastBegin = performance.now() + BEGIN_WITHIN_MS
  for (let tries = 1; ; tries += 1) {
    const before = await readPlacements(pool)
    const haveMoved = async () => before !== null && (await readPlacements(pool)) !== before
    try {
      const result = await inSnapshot(pool, (rows) =>
        work({
          rows,
          isSure: before === null,
          confirm: async () => {
            // With one connection, which is the snapshot's own, this is asked at the end alone.
            if (pool.options.max > 1 && (await haveMoved())) throw new ShardsMovedError()
          },
        }),
      )
      if (!(await haveMoved())) return result
    } catch (error) {
      // What fails because rows are missing, or the shard is no longer where it was, fails by the move.
      if (!(error instanceof ShardsMovedError) && !(await haveMoved().catch(() => false))) throw error
    }
    if (tries >= mostTries || performance.now() > lastBegin) throw movingShards(tries)
    await delay(PAUSE_MS)
  }
}

const movingShards = (tries: number): BusyError =>
  new BusyError(
    'shards_moving',
    `Shards of the database moved while it was read, ${tries} times: nothing can be said of what was read. Try again when none moves any more ` +
      '(select * from citus_rebalance_status()).',
  )

async function inSnapshot<T>(pool: pg.Pool, work: (rows: Snapshot['rows']) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    for (const statement of BEGIN) await client.query(statement)
    const result = await work(
      async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
        (await client.query<R>(text, [...values])).rows,
    )
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const PAGE = 1000

/**
 * The rows of an ordered query, page by page. The server sorts, on its disk where the memory does not do: ask for narrow
 * rows, and read the wide ones by their ids. `name` is the cursor's, unique within the snapshot.
 */
export async function* pagesOf<T extends pg.QueryResultRow>(
  snapshot: Snapshot,
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
