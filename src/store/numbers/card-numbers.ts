import { sql } from 'kysely'
import { bucketOfText } from '../../lib/buckets.ts'
import { givenIn } from '../sharding/given-rows.ts'
import type { Db, Tx } from '../connection/db.ts'

/** Which card has a number, by any of its keyed hashes. */
export async function cardOfNumber(db: Db, hashes: readonly Buffer[]): Promise<string | undefined> {
  const found = await db
    .selectFrom(givenHashes(hashes))
    .innerJoin('card_numbers', (on) =>
      on.onRef('card_numbers.bucket', '=', 'given.bucket').onRef('card_numbers.number_hash', '=', 'given.hash'),
    )
    .select('card_id')
    .executeTakeFirst()
  return found?.card_id
}

/** Takes a number for a card. False where another one has it; waits for one that is being made. */
export async function claimNumber(tx: Tx, hash: Buffer, cardId: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('card_numbers')
    .values({ bucket: bucketOfHash(hash), number_hash: hash, card_id: cardId })
    .onConflict((conflict) => conflict.columns(['bucket', 'number_hash']).doNothing())
    .returning('card_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Puts the numbers of cards under other hashes of the same numbers. Those before are read from what is sealed still. */
export async function renameNumbers(
  tx: Tx,
  cards: readonly { readonly numberHash: Buffer; readonly formerHash: Buffer; readonly cardId: string }[],
): Promise<void> {
  const renamed = cards.filter(({ numberHash, formerHash }) => !numberHash.equals(formerHash))
  await freeNumbers(
    tx,
    renamed.map(({ formerHash }) => formerHash),
  )
  const hashes = renamed.map(({ numberHash }) => numberHash)
  const cardIds = renamed.map(({ cardId }) => cardId)
  await sql`
    insert into card_numbers (bucket, number_hash, card_id)
    select * from unnest(${hashes.map(bucketOfHash)}::smallint[], ${hashes}::bytea[], ${cardIds}::text[])`.execute(tx)
}

/** Nobody has these numbers any more. */
export async function freeNumbers(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  await sql`
    delete from card_numbers using ${givenHashes(hashes)}
    where card_numbers.bucket = given.bucket and card_numbers.number_hash = given.hash`.execute(tx)
}

/** Hashes as rows of a statement. */
const givenHashes = (hashes: readonly Buffer[]) =>
  givenIn<{ hash: Buffer }>(hashes.map(bucketOfHash), { hash: sql`${hashes}::bytea[]` })

const bucketOfHash = (hash: Buffer): number => bucketOfText(hash.toString('hex'))
