import type { Selectable } from 'kysely'
import { assert } from '../lib/assert.ts'
import type { Db, Tx } from './database.ts'
import { json } from './json.ts'
import { newestFirst, type PageRequest } from './keyset.ts'
import { visibleTo, type Scope } from './scope.ts'
import type { AccessEventRow } from './tables.ts'

export type AccessEvent = Selectable<AccessEventRow>

export const findAccessEvent = (db: Db, scope: Scope, id: string): Promise<AccessEvent | undefined> =>
  db.selectFrom('access_events').selectAll().where(visibleTo(scope)).where('id', '=', id).executeTakeFirst()

export const listAccessEvents = (db: Db, cardId: string, page: PageRequest): Promise<AccessEvent[]> =>
  newestFirst(db.selectFrom('access_events').selectAll().where('card_id', '=', cardId), page).execute()

export async function insertAccessEvent(tx: Tx, event: AccessEvent): Promise<void> {
  await tx
    .insertInto('access_events')
    .values({ ...event, reasons: json(event.reasons) })
    .execute()
}

/** Of the card's grants that are neither used up nor expired, the first to expire. */
export const firstLiveGrant = (db: Db, cardId: string, now: number): Promise<AccessEvent | undefined> =>
  liveGrants(db, cardId, now).orderBy('expires_at').orderBy('id').limit(1).executeTakeFirst()

/**
 * The same of the grants for one intent, or (null) for none. Sorted by the intent too, though all have the same, so that no
 * plan walks through the grants for others: an agent may have any number of these.
 */
export const firstLiveGrantFor = (
  db: Db,
  grant: { cardId: string; intentId: string | null },
  now: number,
): Promise<AccessEvent | undefined> =>
  liveGrants(db, grant.cardId, now)
    .where('intent_id', grant.intentId === null ? 'is' : '=', grant.intentId)
    .orderBy('intent_id')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

const liveGrants = (db: Db, cardId: string, now: number) =>
  db
    .selectFrom('access_events')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('kind', '=', 'grant')
    .where('decision', '=', 'granted')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)

/** Uses a grant up. The caller holds the customer's lock and found it live under that lock. */
export async function consumeGrant(tx: Tx, grantId: string, now: number): Promise<void> {
  const grant = tx.updateTable('access_events').set({ consumed_at: now }).where('id', '=', grantId)
  const { numUpdatedRows } = await grant.where('consumed_at', 'is', null).executeTakeFirstOrThrow()
  assert(numUpdatedRows === 1n, 'a grant is used once')
}

/** What an authorization looks at to tell whether the card was attested lately. */
export async function markAttested(tx: Tx, cardId: string, now: number): Promise<void> {
  await tx.updateTable('cards').set({ last_attested_at: now }).where('id', '=', cardId).execute()
}

/** When the number of the card was read since a moment, oldest first. */
export async function readsSince(db: Db, cardId: string, since: number): Promise<number[]> {
  const reads = await db
    .selectFrom('access_events')
    .select('created_at')
    .where('card_id', '=', cardId)
    .where('kind', '=', 'read')
    .where('decision', '=', 'granted')
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return reads.map((read) => read.created_at)
}
