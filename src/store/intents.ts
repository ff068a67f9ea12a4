import type { Selectable } from 'kysely'
import type { IntentStatus } from '../contract/intents.ts'
import { lockCustomer } from './customers.ts'
import type { Db, Tx } from './database.ts'
import { json } from './json.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import { visibleTo, type Scope } from './scope.ts'
import type { IntentRow } from './tables.ts'

export type Intent = Selectable<IntentRow>

export interface IntentQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly status?: IntentStatus | undefined
}

export const findIntent = (db: Db, scope: Scope, id: string): Promise<Intent | undefined> =>
  db.selectFrom('intents').selectAll().where(visibleTo(scope)).where('id', '=', id).executeTakeFirst()

/** The intent, under the lock of its customer: see `lockCustomer`. */
export async function lockIntent(tx: Tx, scope: Scope, id: string): Promise<Intent | undefined> {
  const intent = await findIntent(tx, scope, id)
  if (intent === undefined) return undefined
  await lockCustomer(tx, intent.account_id, intent.customer_id)
  return findIntent(tx, scope, id)
}

/** An intent of a card by our id or by the caller's own; ours first, should one text be both. */
export async function findIntentOfCard(db: Db, cardId: string, idOrClientId: string): Promise<Intent | undefined> {
  const found = await db
    .selectFrom('intents')
    .selectAll()
    .where('card_id', '=', cardId)
    .where((row) => row.or([row('id', '=', idOrClientId), row('client_id', '=', idOrClientId)]))
    .execute()
  return found.find((intent) => intent.id === idOrClientId) ?? found[0]
}

export const findIntentByClientId = (db: Db, cardId: string, clientId: string): Promise<Intent | undefined> =>
  db
    .selectFrom('intents')
    .selectAll()
    .where('card_id', '=', cardId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

export function listIntents(db: Db, scope: Scope, query: IntentQuery): Promise<Intent[]> {
  const { customerId, agentId, cardId, status } = query
  return newestFirst(
    db
      .selectFrom('intents')
      .selectAll()
      .where(visibleTo(scope))
      .where(matching<IntentRow>({ customer_id: customerId, agent_id: agentId, card_id: cardId, status })),
    query,
  ).execute()
}

export async function insertIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx
    .insertInto('intents')
    .values({ ...intent, declared: json(intent.declared), match_result: json(intent.match_result) })
    .execute()
}

/** Writes back what a person or the caller decided about an intent, changed under its customer's lock. */
export async function saveIntentDecision(tx: Tx, intent: Intent): Promise<void> {
  const { status, decided_by, decided_at, rejection_reason, canceled_at, expires_at } = intent
  await tx
    .updateTable('intents')
    .set({ status, decided_by, decided_at, rejection_reason, canceled_at, expires_at })
    .where('id', '=', intent.id)
    .execute()
}
