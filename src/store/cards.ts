import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from './database.ts'
import { json } from './json.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import { visibleTo, type Scope } from './scope.ts'
import type { CardRow, CardSecretRow } from './tables.ts'

/** `last_spend_at`: of the last approved authorization above 0, Unix milliseconds; it stands with the card's spend. */
export type Card = Selectable<CardRow> & { readonly last_spend_at: number | null }

export interface CardQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly status?: string | undefined
}

export const findCard = (db: Db, scope: Scope, id: string): Promise<Card | undefined> =>
  db.selectFrom('cards').selectAll().select(lastSpendAt).where(visibleTo(scope)).where('id', '=', id).executeTakeFirst()

export const listCards = (db: Db, scope: Scope, query: CardQuery): Promise<Card[]> =>
  newestFirst(
    db
      .selectFrom('cards')
      .selectAll()
      .select(lastSpendAt)
      .where(visibleTo(scope))
      .where(matching<CardRow>({ customer_id: query.customerId, agent_id: query.agentId, status: query.status })),
    query,
  ).execute()

export const lastSpendAt = sql<number | null>`(select last_approved_at from spend where subject_id = cards.id)`.as(
  'last_spend_at',
)

export async function insertCard(tx: Tx, { last_spend_at: _spent, ...card }: Card): Promise<void> {
  await tx
    .insertInto('cards')
    .values({ ...card, ...jsonColumns(card), shipping: json(card.shipping) })
    .execute()
}

/**
 * Stores a card's sealed number. Answers false where another card has that number, under this hash key or an older one:
 * a BIN leaves nine random digits, so that among 30,000 cards two equal draws are to be expected.
 */
export async function insertCardNumber(
  tx: Tx,
  secret: CardSecretRow & { number_hash: Buffer },
  olderHashes: readonly Buffer[],
): Promise<boolean> {
  if (olderHashes.length > 0) {
    const taken = tx.selectFrom('card_secrets').select('card_id').where('number_hash', 'in', olderHashes)
    if ((await taken.executeTakeFirst()) !== undefined) return false
  }
  const inserted = await tx
    .insertInto('card_secrets')
    .values(secret)
    .onConflict((conflict) => conflict.column('number_hash').where('number_hash', 'is not', null).doNothing())
    .returning('card_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Writes back the settings of a card that were changed under its customer's lock. Its status moves by `moveCards`. */
export async function saveCard(tx: Tx, card: Card): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ usage: card.usage, expires_at: card.expires_at, ...jsonColumns(card) })
    .where('id', '=', card.id)
    .execute()
}

const jsonColumns = (card: Omit<Card, 'last_spend_at'>) => ({
  policy: json(card.policy),
  limits: json(card.limits),
  configuration: json(card.configuration),
  billing: json(card.billing),
})
