import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../lib/clock.ts'
import { firstId } from '../../lib/ids.ts'
import type { BucketScope } from '../sharding/groups.ts'
import { inBucketScope } from '../sharding/by-id.ts'
import type { Database } from '../connection/database.ts'
import type { Snapshot } from '../history/snapshot.ts'

/** Contract, section 12. */
export const EVENT_LIFE_MS = 30 * DAY_MS

const BATCH = 1000
/** A setting: the moment until which events may be gone, Unix milliseconds. */
const DELETED_UNTIL = 'events_deleted_until'

/** Whether there is no time left for more. */
type IsOver = () => boolean
const never: IsOver = () => false

/** Deletes what no reader may want any more, in bounded transactions. Answers whether nothing is left of it. */
async function deleteInBatches(
  database: Database,
  batchIn: (bucketScope: BucketScope) => RawBuilder<unknown>,
  isOver = never,
): Promise<boolean> {
  for (const bucketScope of (await database.groups()).bucketScopes) {
    if (!(await deleteBatches(database, batchIn(bucketScope), isOver))) return false
  }
  return true
}

async function deleteBatches(database: Database, batch: RawBuilder<unknown>, isOver = never): Promise<boolean> {
  for (;;) {
    const { numAffectedRows = 0n } = await database.transaction((tx) => batch.execute(tx))
    if (numAffectedRows < BATCH) return true
    if (isOver()) return false
  }
}

/**
 * Events and letters that were made until a moment, with their deliveries and attempts. None of them has an index by time, but their
 * ids begin with it: a range of the primary key is a range of time. Until when they are gone is written down first, so
 * that none is ever missed in vain. Answers whether all of them are gone: once it `isOver`, the rest is for another time.
 */
export async function deleteEvents(database: Database, until: number, isOver = never): Promise<boolean> {
  await database.transaction((tx) =>
    sql`insert into settings values (${DELETED_UNTIL}, ${String(until)}) on conflict (name) do update
      set value = excluded.value where settings.value::bigint < excluded.value::bigint`.execute(tx),
  )
  const deliveriesEnd = firstId('dlv', until + 1)
  for (const [table, id] of [
    ['delivery_attempts', 'delivery_id'],
    ['deliveries', 'id'],
  ] as const) {
    const batchIn = (bucketScope: BucketScope) =>
      rangeBefore({ table, id, end: deliveriesEnd, where: inBucketScope(bucketScope) })
    if (!(await deleteInBatches(database, batchIn, isOver))) return false
  }
  const letters = rangeBefore({ table: 'letters', id: 'id', end: firstId('ltr', until + 1), where: sql`true` })
  if (!(await deleteBatches(database, letters, isOver))) return false
  const batchIn = (bucketScope: BucketScope) =>
    rangeBefore({ table: 'events', id: 'id', end: firstId('evt', until + 1), where: inBucketScope(bucketScope) })
  return deleteInBatches(database, batchIn, isOver)
}

/** The next range of a primary key before `end`. No join with keys: which way one goes depends on statistics. */
function rangeBefore({
  table,
  id,
  end,
  where,
}: {
  table: string
  id: string
  end: string
  where: RawBuilder<unknown>
}) {
  const [rows, key] = [sql.table(table), sql.ref(id)]
  const last = sql`select ${key} from ${rows} where ${where} and ${key} < ${end} order by ${key} limit 1 offset ${BATCH - 1}`
  return sql`delete from ${rows} where ${where} and ${key} < ${end} and ${key} <= coalesce((${last}), ${end})`
}

/** No event of this moment or a later one was deleted. */
export async function eventsKeptFrom(snapshot: Snapshot): Promise<number> {
  const [row] = await snapshot.rows<{ value: string }>('select value from settings where name = $1', [DELETED_UNTIL])
  return row === undefined ? Number.NEGATIVE_INFINITY : Number(row.value) + 1
}

/** An issuer tells of what happened again for days, not for longer (contract, section 10). */
export const FACT_LIFE_MS = 180 * DAY_MS

export const deleteFacts = async (database: Database, until: number): Promise<void> =>
  void (await deleteInBatches(
    database,
    (bucketScope) => sql`delete from facts where ${inBucketScope(bucketScope)} and (fact_hash, bucket) in (
      select fact_hash, bucket from facts where ${inBucketScope(bucketScope)} and created_at <= ${until} order by created_at limit ${BATCH})`,
  ))

/** Keys that a request is just taking again are left to it: it locks them in another order. */
export const deleteIdempotencyKeys = async (database: Database, until: number): Promise<void> =>
  void (await deleteInBatches(
    database,
    (
      bucketScope,
    ) => sql`delete from idempotency_keys where ${inBucketScope(bucketScope)} and created_at <= ${until} and (bucket, account_id, key, operation) in (
      select bucket, account_id, key, operation from idempotency_keys
      where ${inBucketScope(bucketScope)} and created_at <= ${until} order by created_at limit ${BATCH} for update skip locked)`,
  ))
