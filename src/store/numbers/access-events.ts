import { sql, type SqlBool } from 'kysely'
import type { AccessEventState } from '../../domain/access.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { assert } from '../../lib/assert.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import { accessEventAuditChange } from '../../domain/changes/audited.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isRowVisibleToCallerSql, type CallerVisibleScope } from '../statements/scope.ts'
import { accessEventsTable } from '../rows/access-tables.ts'
import type { TableRow } from '../statements/table-types.ts'

export const findAccessEvent = (db: Db, scope: CallerVisibleScope, id: string): Promise<AccessEventState | undefined> =>
  accessEventsTable.first(
    db.selectFrom('access_events').selectAll().where(rowByIdSql(id)).where(isRowVisibleToCallerSql(scope)),
  )

export function listAccessEvents(db: Db, cardId: string, page: ListPageRequest): Promise<AccessEventState[]> {
  const ofCard = indexedListFilter<TableRow<typeof accessEventsTable>>([['card_id']], { card_id: cardId })
  return accessEventsTable.all(listRowsNewestFirst(db.selectFrom('access_events').selectAll(), ofCard, page))
}

export async function insertAccessEvent(locked: LockedCustomer, event: AccessEventState): Promise<void> {
  await locked.tx
    .insertInto('access_events')
    .values(accessEventsTable.row(locked.own(event)))
    .execute()
  locked.audit.record(accessEventAuditChange(null, event))
}

/**
 * A grant is an access event that allows one read of a card number. Finds the card's grant that expires first, among the grants that are
 * neither used nor expired. A grant for an intent that was canceled or has expired permits nothing. `now`: Unix milliseconds.
 */
export const firstLiveNumberReadGrant = (db: Db, cardId: string, now: number): Promise<AccessEventState | undefined> =>
  accessEventsTable.first(
    liveGrants(db, cardId, now).where(IS_WITHDRAWN, 'is not', true).orderBy('expires_at').orderBy('id').limit(1),
  )

const IS_WITHDRAWN = sql<boolean>`(select i.status in ('canceled', 'expired') from intents i
  where i.bucket = access_events.bucket and i.id = access_events.intent_id)`

/**
 * Finds a grant as `firstLiveNumberReadGrant` does, but only a grant for one intent or, for null, a grant without an intent. The rows are also sorted
 * by the intent, although it is the same in all rows: so PostgreSQL uses an index that skips the grants for other intents, of which an
 * agent may have any number.
 */
export const firstLiveNumberReadGrantOfIntent = (
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
export const liveNumberReadGrantsOfIntent = (
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
    .where(rowByIdSql(cardId, 'card_id'))
    .where(sql<SqlBool>`kind = 'grant' and decision = 'granted'`)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)

/** Uses up a grant. The caller must have read it under the customer's lock, when it was not used up. */
export async function consumeNumberReadGrant(
  locked: LockedCustomer,
  event: AccessEventState,
  now: number,
): Promise<void> {
  const { id } = locked.own(event)
  const grant = locked.tx.updateTable('access_events').set({ consumed_at: now }).where(rowByIdSql(id))
  const { numUpdatedRows } = await grant.where('consumed_at', 'is', null).executeTakeFirstOrThrow()
  assert(numUpdatedRows === 1n, 'a grant is used once')
  locked.audit.record(accessEventAuditChange(event, { ...event, consumedAt: now }))
}

/** Records when an agent last confirmed an intent for the card. Authorizations read this time. */
export async function recordNumberReadAttestedAt(
  locked: LockedCustomer,
  card: CardWithAllFields,
  now: number,
): Promise<void> {
  await locked.tx
    .updateTable('cards')
    .set({ last_attested_at: now })
    .where(rowByIdSql(locked.own(card).id))
    .execute()
}

/** Lists when the card's number was read after `since`, oldest first. Times are Unix milliseconds. */
export async function cardNumberReadsSince(db: Db, cardId: string, since: number): Promise<number[]> {
  const reads = await db
    .selectFrom('access_events')
    .select('created_at')
    .where(rowByIdSql(cardId, 'card_id'))
    .where('kind', '=', 'read')
    .where('decision', '=', 'granted')
    .where('id', '>=', smallestIdMadeAt('acc', since + 1))
    .orderBy('id')
    .execute()
  return reads.map((read) => read.created_at)
}
