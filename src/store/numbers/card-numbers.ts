import { sql } from 'kysely'
import { bucketOfText } from '../../lib/buckets.ts'
import { givenRowsQueryTable } from '../statements/given-rows.ts'
import type { Db, Tx } from '../connection/db.ts'

/** Finds the card with a number by any of the number's keyed hashes. */
export async function cardOfNumber(db: Db, hashes: readonly Buffer[]): Promise<string | undefined> {
  const row = await db
    .selectFrom(givenHashes(hashes))
    .innerJoin('card_numbers', (on) =>
      on.onRef('card_numbers.bucket', '=', 'given.bucket').onRef('card_numbers.number_hash', '=', 'given.hash'),
    )
    .select('card_id')
    .executeTakeFirst()
  return row?.card_id
}

/**
 * Claims a number for a card. Resolves with false if another card has the number. Waits for other transactions that are claiming the same
 * number.
 */
export async function claimCardNumber(tx: Tx, hash: Buffer, cardId: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('card_numbers')
    .values({ bucket: bucketOfHash(hash), number_hash: hash, card_id: cardId })
    .onConflict((conflict) => conflict.columns(['bucket', 'number_hash']).doNothing())
    .returning('card_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Replaces the hashes of cards' numbers by hashes of the same numbers under another key, after a rotation of keys. */
export async function replaceCardNumberHashes(
  tx: Tx,
  cards: readonly { readonly numberHash: Buffer; readonly formerHash: Buffer; readonly cardId: string }[],
): Promise<void> {
  const renamed = cards.filter(({ numberHash, formerHash }) => !numberHash.equals(formerHash))
  await deleteCardNumberClaims(
    tx,
    renamed.map(({ formerHash }) => formerHash),
  )
  const hashes = renamed.map(({ numberHash }) => numberHash)
  const cardIds = renamed.map(({ cardId }) => cardId)
  await sql`
    insert into card_numbers (bucket, number_hash, card_id)
    select * from unnest(${hashes.map(bucketOfHash)}::smallint[], ${hashes}::bytea[], ${cardIds}::text[])`.execute(tx)
}

/** Deletes the claims of these card numbers. */
export async function deleteCardNumberClaims(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  await sql`
    delete from card_numbers using ${givenHashes(hashes)}
    where card_numbers.bucket = given.bucket and card_numbers.number_hash = given.hash`.execute(tx)
}

/** Makes the rows `given` of a statement from hashes of card numbers. */
const givenHashes = (hashes: readonly Buffer[]) =>
  givenRowsQueryTable<{ hash: Buffer }>(hashes.map(bucketOfHash), { hash: sql`${hashes}::bytea[]` })

const bucketOfHash = (hash: Buffer): number => bucketOfText(hash.toString('hex'))
