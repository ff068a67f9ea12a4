import { sql, type SqlBool } from 'kysely'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { rowById } from '../sharding/by-id.ts'
import { givenIds } from '../statements/given-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { lockCustomer, type LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { newestFirst } from '../statements/keyset.ts'
import { cardResourcesFilter, type CardResourcesQuery } from '../statements/card-resources-filter.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'
import { levelNameColumns, type LevelNameColumns } from '../statements/names.ts'
import type { intentsTable } from '../rows/intents.ts'
import type { SelectedRow } from '../statements/table-types.ts'
import { loadedIntent } from '../rows/states.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'

export type StoredIntent = SelectedRow<typeof intentsTable>
export type NamedIntent = StoredIntent & LevelNameColumns

export type IntentQuery = CardResourcesQuery<IntentStatus>

export const findIntent = (db: Db, scope: VisibleScope, id: string): Promise<NamedIntent | undefined> =>
  named(db).where(rowById(id)).where(isVisibleSql(scope)).executeTakeFirst()

/** Locks the customer of an intent (see `lockCustomer`), and then reads the intent. Undefined: the caller cannot see such an intent. */
export async function lockIntent(
  writing: AuditedTx,
  scope: VisibleScope,
  id: string,
): Promise<{ locked: LockedCustomer; intent: NamedIntent } | undefined> {
  const unlocked = await findIntent(writing.tx, scope, id)
  if (unlocked === undefined) return undefined
  const locked = assertPresent(
    await lockCustomer(writing, unlocked.account_id, unlocked.customer_id),
    'an intent has a customer',
  )
  return { locked, intent: assertPresent(await findIntent(writing.tx, scope, id), 'an intent is never deleted') }
}

/**
 * Finds an intent of a card by its id, or else by the id that the caller has chosen. If a text is the id of one intent and the chosen id of
 * another, the intent with that id is returned.
 */
export async function findIntentOfCard(
  db: Db,
  cardId: string,
  idOrClientId: string,
): Promise<StoredIntent | undefined> {
  const own = db.selectFrom('intents').selectAll().where(rowById(idOrClientId))
  const byOwnId = await own.where(sql<SqlBool>`(card_id = ${cardId}) is true`).executeTakeFirst()
  return byOwnId ?? findIntentByClientId(db, cardId, idOrClientId)
}

/** Reads the intents of a card that wait for a person or for their purchase, the oldest first. */
export async function waitingIntentsOf(db: Db, cardId: string): Promise<LoadedIntent[]> {
  const rows = await db
    .selectFrom('intents')
    .selectAll()
    .where(rowById(cardId, 'card_id'))
    .where(sql<SqlBool>`${sql.raw(isIntentWaitingSql)}`)
    .orderBy('id')
    .execute()
  return rows.map(loadedIntent)
}

const findIntentByClientId = (db: Db, cardId: string, clientId: string): Promise<StoredIntent | undefined> =>
  db
    .selectFrom('intents')
    .selectAll()
    .where(rowById(cardId, 'card_id'))
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Reads the stored statuses of intents, by id. An intent whose time is over may not be expired yet. */
export async function storedIntentStatuses(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<IntentState, 'status' | 'expiresAt'>>> {
  const rows = await db
    .selectFrom('intents')
    .innerJoin(givenIds(ids), (on) =>
      on.onRef('given.bucket', '=', 'intents.bucket').onRef('given.id', '=', 'intents.id'),
    )
    .select(['intents.id as id', 'status', 'expires_at as expiresAt'])
    .execute()
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

export function listIntents(db: Db, scope: VisibleScope, query: IntentQuery): Promise<NamedIntent[]> {
  return newestFirst(named(db), cardResourcesFilter(scope, query), query).execute()
}

const named = (db: Db) => db.selectFrom('intents').selectAll().select(levelNameColumns('intents'))
