import { sql, type SqlBool } from 'kysely'
import type { AccessEventState } from '../../domain/access.ts'
import type { WholeCard } from '../../domain/changes/card.ts'
import { assert } from '../../lib/assert.ts'
import { leastIdAt } from '../../lib/ids.ts'
import { accessChange } from '../../domain/changes/audited.ts'
import { rowById } from '../sharding/by-id.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matchingFilters } from '../statements/filters.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'
import { accessEventsTable } from '../rows/access-tables.ts'
import type { TableRow } from '../statements/table-types.ts'

export const findAccessEvent = (db: Db, scope: VisibleScope, id: string): Promise<AccessEventState | undefined> =>
  accessEventsTable.first(db.selectFrom('access_events').selectAll().where(rowById(id)).where(isVisibleSql(scope)))

export function listAccessEvents(db: Db, cardId: string, page: PageRequest): Promise<AccessEventState[]> {
  const ofCard = matchingFilters<TableRow<typeof accessEventsTable>>([['card_id']], { card_id: cardId })
  return accessEventsTable.all(newestFirst(db.selectFrom('access_events').selectAll(), ofCard, page))
}

export async function insertAccessEvent(locked: LockedCustomer, event: AccessEventState): Promise<void> {
  await locked.tx
    .insertInto('access_events')
    .values(accessEventsTable.row(locked.own(event)))
    .execute()
  locked.audit.record(accessChange(null, event))
}

/**
 * A grant is an access event that allows one read of a card number. Finds the card's grant that expires first, among the grants that are
 * neither used nor expired. A grant for an intent that was canceled or has expired permits nothing. `now`: Unix milliseconds.
 */
export const firstLiveGrant = (db: Db, cardId: string, now: number): Promise<AccessEventState | undefined> =>
  accessEventsTable.first(
    liveGrants(db, cardId, now).where(IS_WITHDRAWN, 'is not', true).orderBy('expires_at').orderBy('id').limit(1),
  )

const IS_WITHDRAWN = sql<boolean>`(select i.status in ('canceled', 'expired') from intents i
  where i.bucket = access_events.bucket and i.id = access_events.intent_id)`

/**
 * Finds a grant as `firstLiveGrant` does, but only a grant for one intent or, for null, a grant without an intent. The rows are also sorted
 * by the intent, although it is the same in all rows: so PostgreSQL uses an index that skips the grants for other intents, of which an
 * agent may have any number.
 */
export const firstLiveGrantFor = (
  db: Db,
  grant: { cardId: string; intentId: string | null },
  now: number,
): Promise<AccessEventState | undefined> =>
  accessEventsTable.first(
    liveGrants(db, grant.cardId, now)
      .where('intent_id', grant.intentId === null ? 'is' : '=', grant.intentId)
      .orderBy('intent_id')
      .orderBy('expires_at')
      .orderBy('id')
      .limit(1),
  )

/** Lists the grants for an intent that are neither used nor expired. `now`: Unix milliseconds. */
export const liveGrantsFor = (
  db: Db,
  { cardId, intentId }: { cardId: string; intentId: string },
  now: number,
): Promise<AccessEventState[]> =>
  accessEventsTable.all(
    liveGrants(db, cardId, now).where('intent_id', '=', intentId).orderBy('expires_at').orderBy('id'),
  )

const liveGrants = (db: Db, cardId: string, now: number) =>
  db
    .selectFrom('access_events')
    .selectAll()
    .where(rowById(cardId, 'card_id'))
    .where(sql<SqlBool>`kind = 'grant' and decision = 'granted'`)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)

/** Uses up a grant. The caller must have read it under the customer's lock, when it was not used up. */
export async function consumeGrant(locked: LockedCustomer, event: AccessEventState, now: number): Promise<void> {
  const { id } = locked.own(event)
  const grant = locked.tx.updateTable('access_events').set({ consumed_at: now }).where(rowById(id))
  const { numUpdatedRows } = await grant.where('consumed_at', 'is', null).executeTakeFirstOrThrow()
  assert(numUpdatedRows === 1n, 'a grant is used once')
  locked.audit.record(accessChange(event, { ...event, consumedAt: now }))
}

/** Records when an agent last confirmed an intent for the card. Authorizations read this time. */
export async function markCardAttested(locked: LockedCustomer, card: WholeCard, now: number): Promise<void> {
  await locked.tx
    .updateTable('cards')
    .set({ last_attested_at: now })
    .where(rowById(locked.own(card).id))
    .execute()
}

/** Lists when the card's number was read after `since`, oldest first. Times are Unix milliseconds. */
export async function numberReadsSince(db: Db, cardId: string, since: number): Promise<number[]> {
  const reads = await db
    .selectFrom('access_events')
    .select('created_at')
    .where(rowById(cardId, 'card_id'))
    .where('kind', '=', 'read')
    .where('decision', '=', 'granted')
    .where('id', '>=', leastIdAt('acc', since + 1))
    .orderBy('id')
    .execute()
  return reads.map((read) => read.created_at)
}
