import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../lib/clock.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import type { BucketScope } from '../sharding/groups.ts'
import { isInBucketScopeSql } from '../sharding/by-id.ts'
import type { Database } from '../connection/database.ts'
import type { DatabaseSnapshot } from '../connection/snapshot.ts'

/** How long events are kept, in milliseconds (contract, section 12). */
export const EVENT_LIFE_MS = 30 * DAY_MS

const BATCH = 1000
/** The name of a setting. Its value is a time in Unix milliseconds: events that were made until that time may have been deleted. */
const DELETED_UNTIL = 'events_deleted_until'

/** Returns true once the time is over in which a sweep may delete. */
type IsOver = () => boolean
const never: IsOver = () => false

/**
 * Deletes old rows of a table in bounded database transactions. Resolves with true once no row is left, or with false if `isOver` returned
 * true before that.
 */
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
 * Deletes events and mails that were made until a time (Unix milliseconds), with their deliveries and attempts. The tables have no index by
 * time, but ids begin with the time, so a range of the primary key is a range of time. Before the first deletion the time is stored in the
 * stored setting `DELETED_UNTIL`, so that `purser verify` never reports a deleted event as missing. Resolves with true once all are
 * deleted, or with false if `isOver` returned true before that. The next call deletes the rest.
 */
export async function deleteEvents(database: Database, until: number, isOver = never): Promise<boolean> {
  await database.transaction((tx) =>
    sql`insert into settings values (${DELETED_UNTIL}, ${String(until)}) on conflict (name) do update
      set value = excluded.value where settings.value::bigint < excluded.value::bigint`.execute(tx),
  )
  const deliveriesEnd = smallestIdMadeAt('dlv', until + 1)
  for (const [table, id] of [
    ['delivery_attempts', 'delivery_id'],
    ['deliveries', 'id'],
  ] as const) {
    const batchIn = (bucketScope: BucketScope) =>
      rangeBefore({ table, id, end: deliveriesEnd, where: isInBucketScopeSql(bucketScope) })
    if (!(await deleteInBatches(database, batchIn, isOver))) return false
  }
  const mails = rangeBefore({ table: 'letters', id: 'id', end: smallestIdMadeAt('ltr', until + 1), where: sql`true` })
  if (!(await deleteBatches(database, mails, isOver))) return false
  const batchIn = (bucketScope: BucketScope) =>
    rangeBefore({
      table: 'events',
      id: 'id',
      end: smallestIdMadeAt('evt', until + 1),
      where: isInBucketScopeSql(bucketScope),
    })
  return deleteInBatches(database, batchIn, isOver)
}

/**
 * Makes the statement that deletes the next rows of a table whose ids are before `end`, in the order of the primary key. It does not join
 * the table with selected keys, because the plan of a join depends on statistics.
 */
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

/** Reads the time from which on no event was deleted, in Unix milliseconds. */
export async function eventsKeptFrom(snapshot: DatabaseSnapshot): Promise<number> {
  const [row] = await snapshot.rows<{ value: string }>('select value from settings where name = $1', [DELETED_UNTIL])
  return row === undefined ? Number.NEGATIVE_INFINITY : Number(row.value) + 1
}

/** How long the hourly counts of notifications to a receiver are kept, in milliseconds: longer than one waits whose turn is put off. */
export const MESSAGE_HOUR_LIFE_MS = 2 * DAY_MS

/** How long the logged requests of API keys are kept, in milliseconds (contract, section 3). */
export const REQUEST_LOG_LIFE_MS = 30 * DAY_MS

/**
 * Deletes the hourly counts of notifications whose hour began until a time (Unix milliseconds). A receiver without a count begins a new
 * hour with its next one.
 */
export const deleteMessageHours = async (database: Database, until: number): Promise<void> =>
  void (await deleteInBatches(
    database,
    (
      bucketScope,
    ) => sql`delete from message_hours where ${isInBucketScopeSql(bucketScope)} and (receiver_id, subject_id, kind, bucket) in (
      select receiver_id, subject_id, kind, bucket from message_hours
      where ${isInBucketScopeSql(bucketScope)} and started_at <= ${until} order by started_at limit ${BATCH} for update skip locked)`,
  ))

/** Deletes the logged requests of API keys that were made until a time (Unix milliseconds). */
export const deleteLoggedRequests = async (database: Database, until: number): Promise<void> =>
  void (await deleteBatches(
    database,
    rangeBefore({ table: 'api_key_requests', id: 'id', end: smallestIdMadeAt('req', until + 1), where: sql`true` }),
  ))

/**
 * How long the facts that issuers report are kept, in milliseconds. An issuer repeats a report for days, but not for longer (contract,
 * section 10).
 */
export const ISSUER_FACTS_KEPT_MS = 180 * DAY_MS

export const deleteIssuerFacts = async (database: Database, until: number): Promise<void> =>
  void (await deleteInBatches(
    database,
    (bucketScope) => sql`delete from facts where ${isInBucketScopeSql(bucketScope)} and (fact_hash, bucket) in (
      select fact_hash, bucket from facts where ${isInBucketScopeSql(bucketScope)} and created_at <= ${until} order by created_at limit ${BATCH})`,
  ))

/**
 * Deletes idempotency keys that were made until `until` (Unix milliseconds). It skips keys that a request has locked to use them again:
 * requests lock keys in another order, so waiting for them could deadlock.
 */
export const deleteIdempotencyKeys = async (database: Database, until: number): Promise<void> =>
  void (await deleteInBatches(
    database,
    (
      bucketScope,
    ) => sql`delete from idempotency_keys where ${isInBucketScopeSql(bucketScope)} and created_at <= ${until} and (bucket, account_id, key, operation) in (
      select bucket, account_id, key, operation from idempotency_keys
      where ${isInBucketScopeSql(bucketScope)} and created_at <= ${until} order by created_at limit ${BATCH} for update skip locked)`,
  ))
