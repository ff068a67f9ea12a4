import { sql, type RawBuilder } from 'kysely'
import { firstId } from '../lib/ids.ts'
import type { Database } from './database.ts'

const BATCH = 1000

/** Deletes what no reader may want any more, in bounded transactions. */
async function deleteInBatches(database: Database, batch: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await database.transaction((tx) => batch.execute(tx))
    if (numAffectedRows < BATCH) return
  }
}

/**
 * Events that were made until a moment, with their deliveries and attempts. None of them has an index by time, but their
 * ids begin with it: a range of the primary key is a range of time.
 */
export async function deleteEvents(database: Database, until: number): Promise<void> {
  const deliveriesEnd = firstId('dlv', until + 1)
  await deleteInBatches(
    database,
    sql`delete from delivery_attempts where (delivery_id, number) in (
      select delivery_id, number from delivery_attempts where delivery_id < ${deliveriesEnd} limit ${BATCH})`,
  )
  await deleteInBatches(
    database,
    sql`delete from deliveries where id in (select id from deliveries where id < ${deliveriesEnd} limit ${BATCH})`,
  )
  await deleteInBatches(
    database,
    sql`delete from events where id in (select id from events where id < ${firstId('evt', until + 1)} limit ${BATCH})`,
  )
}

export const deleteIdempotencyKeys = (database: Database, until: number): Promise<void> =>
  deleteInBatches(
    database,
    sql`delete from idempotency_keys where created_at <= ${until} and (account_id, key, operation) in (
      select account_id, key, operation from idempotency_keys
      where created_at <= ${until} order by created_at limit ${BATCH})`,
  )
