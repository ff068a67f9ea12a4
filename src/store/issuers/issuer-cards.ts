import { sql } from 'kysely'
import { bucketOfId, bucketOfText } from '../../lib/buckets.ts'
import type { Database } from '../connection/database.ts'
import type { Db } from '../connection/db.ts'

/** The token by which an issuer names a card. */
export interface CardToken {
  readonly issuer: string
  readonly token: string
}

export async function cardOfIssuerToken(db: Db, { issuer, token }: CardToken): Promise<string | undefined> {
  const row = await db
    .selectFrom('issuer_cards')
    .select('card_id')
    .where('bucket', '=', bucketOfText(token))
    .where('card_token', '=', token)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row?.card_id
}

/** Stores which card of an account a token stands for, unless that is stored already. Does nothing if the account has no such card. */
export const storeIssuerCardToken = (
  database: Database,
  { issuer, token }: CardToken,
  { accountId, cardId, at }: { accountId: string; cardId: string; at: number },
): Promise<unknown> =>
  database.transaction((tx) =>
    sql`insert into issuer_cards (bucket, card_token, issuer, card_id, created_at)
      select ${bucketOfText(token)}::smallint, ${token}::text, ${issuer}::text, id, ${at}::bigint from cards
      where bucket = ${bucketOfId(cardId)} and id = ${cardId} and (account_id = ${accountId}) is true
      on conflict do nothing`.execute(tx),
  )
