import { sql, type SqlBool } from 'kysely'
import type { IntentStatus } from '../../contract/resources/intents/intent-fields.ts'
import type { LoadedIntent } from '../../domain/intents/loaded-intent.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'
import { type NamedApprovalAsk, namedApprovalAskReaders } from '../asks/named-asks.ts'
import type { Db } from '../connection/db.ts'
import type { CardResourcesQuery } from '../statements/card-resources-filter.ts'
import { intentsTable } from '../rows/intents.ts'
import { loadedIntentOfStateRow } from '../rows/states.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'

export type NamedIntent = NamedApprovalAsk<IntentState>
export type IntentQuery = CardResourcesQuery<IntentStatus>

const asks = namedApprovalAskReaders(intentsTable)
export const findIntent = asks.find
export const lockIntent = asks.lock
export const listIntents = asks.list

/**
 * Finds an intent of a card by its id, or else by the id that the caller has chosen. If a text is the id of one intent and the chosen id of
 * another, the intent with that id is returned.
 */
export async function findIntentOfCard(db: Db, cardId: string, idOrClientId: string): Promise<IntentState | undefined> {
  const intents = db.selectFrom('intents').selectAll()
  const own = intents.where(rowByIdSql(idOrClientId)).where(sql<SqlBool>`(card_id = ${cardId}) is true`)
  const named = intents.where(rowByIdSql(cardId, 'card_id')).where('client_id', '=', idOrClientId)
  return (await intentsTable.first(own)) ?? intentsTable.first(named)
}

/** Reads the intents of a card that wait for a person or for their purchase, the oldest first. */
export async function waitingIntentsOf(db: Db, cardId: string): Promise<LoadedIntent[]> {
  const rows = await db
    .selectFrom('intents')
    .selectAll()
    .where(rowByIdSql(cardId, 'card_id'))
    .where(sql<SqlBool>`${sql.raw(isIntentWaitingSql)}`)
    .orderBy('id')
    .execute()
  return rows.map(loadedIntentOfStateRow)
}

/** Reads the stored statuses of intents, by id. An intent whose time is over may not be expired yet. */
export async function storedIntentStatuses(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<IntentState, 'status' | 'expiresAt'>>> {
  const rows = await db
    .selectFrom('intents')
    .innerJoin(givenIdsQueryTable(ids), (on) =>
      on.onRef('given.bucket', '=', 'intents.bucket').onRef('given.id', '=', 'intents.id'),
    )
    .select(['intents.id as id', 'status', 'expires_at as expiresAt'])
    .execute()
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}
