import { sql, type Selectable, type SqlBool } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import { rowWithBucketOfId } from '../sharding/by-id.ts'
import { cardOfNumber, claimCardNumber, deleteCardNumberClaims, replaceCardNumberHashes } from './card-numbers.ts'
import type { Db, Tx } from '../connection/db.ts'
import { isMasterKeyRetired } from './master-key-use.ts'
import type { CardSecretRow } from '../rows/tables.ts'

export type CardSecret = Selectable<CardSecretRow>

/** A sealed card number in the form that the vault opens. */
export interface SealedCardNumber {
  readonly masterKeyId: string
  readonly hashKeyId: string
  readonly wrappedKey: Buffer
  readonly sealedPan: Buffer
  /** The sealed CVV. Null: the card is closed, and its CVV destroyed. */
  readonly sealedCvv: Buffer | null
  readonly numberHash: Buffer
}

export interface StoredCardNumber {
  readonly cardId: string
  readonly expMonth: string
  readonly expYear: string
  /** The card's sealed number. Null: the number was destroyed. */
  readonly sealed: SealedCardNumber | null
}

export const findCardNumber = async (
  db: Db,
  accountId: string,
  cardId: string,
): Promise<StoredCardNumber | undefined> =>
  storedNumber(
    await db
      .selectFrom('card_secrets')
      .innerJoin('cards', (on) =>
        on.onRef('cards.bucket', '=', 'card_secrets.bucket').onRef('cards.id', '=', 'card_secrets.card_id'),
      )
      .selectAll('card_secrets')
      .select([sql<string>`exp_month`.as('exp_month'), sql<string>`exp_year`.as('exp_year')])
      .where('card_secrets.bucket', '=', bucketOfId(cardId))
      .where('card_secrets.card_id', '=', cardId)
      .where(sql<SqlBool>`(card_secrets.account_id = ${accountId}) is true`)
      .executeTakeFirst(),
  )

/** Finds an account's card by the keyed hashes of its number, one for each hash key in use. */
export async function findCardNumberByHash(
  db: Db,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<StoredCardNumber | undefined> {
  const cardId = await cardOfNumber(db, hashes)
  return cardId === undefined ? undefined : findCardNumber(db, accountId, cardId)
}

const storedNumber = (
  row: (CardSecret & { exp_month: string; exp_year: string }) | undefined,
): StoredCardNumber | undefined =>
  row && { cardId: row.card_id, expMonth: row.exp_month, expYear: row.exp_year, sealed: sealedCardNumberOfSecret(row) }

/** Makes the stored row of a card number into the form that the vault opens. Null: the number was destroyed. */
export function sealedCardNumberOfSecret(row: CardSecret): SealedCardNumber | null {
  const { sealed_pan: sealedPan, sealed_cvv: sealedCvv, number_hash: numberHash } = row
  if (sealedPan === null || numberHash === null) return null
  const { master_key_id: masterKeyId, hash_key_id: hashKeyId, wrapped_key: wrappedKey } = row
  return { masterKeyId, hashKeyId, wrappedKey, sealedPan, sealedCvv, numberHash }
}

/** Reads and locks the next cards in id order whose numbers are not destroyed, whatever keys they are sealed under. */
export const lockCardSecrets = (tx: Tx, afterCardId: string, limit: number): Promise<CardSecret[]> =>
  tx
    .selectFrom('card_secrets')
    .selectAll()
    .where('card_id', '>', afterCardId)
    .where('destroyed_at', 'is', null)
    .orderBy('card_id')
    .limit(limit)
    .forUpdate()
    .execute()

/**
 * The reason why a card number was not stored: another card has the number, or the master key that the number was sealed under is retired.
 */
export type CardNumberNotStoredReason = 'number_taken' | 'key_retired'

/**
 * Stores a card's sealed number, unless another card has the same number, under this hash key or an older one. A BIN leaves nine random
 * digits, so two equal draws among 30,000 cards are to be expected. The number is claimed before the transaction checks whether the master
 * key is retired, because retiring a key waits for earlier claims (`markMasterKeysRetired`). Resolves with null once the number is stored.
 */
export async function insertCardNumber(
  tx: Tx,
  secret: CardSecret & { number_hash: Buffer },
  olderHashes: readonly Buffer[],
): Promise<CardNumberNotStoredReason | null> {
  if (olderHashes.length > 0 && (await cardOfNumber(tx, olderHashes)) !== undefined) return 'number_taken'
  if (!(await claimCardNumber(tx, secret.number_hash, secret.card_id))) return 'number_taken'
  if (await isMasterKeyRetired(tx, secret.master_key_id)) {
    await deleteCardNumberClaims(tx, [secret.number_hash])
    return 'key_retired'
  }
  await tx.insertInto('card_secrets').values(rowWithBucketOfId(secret.card_id, secret)).execute()
  return null
}

export interface RenewedCardSecret extends SealedCardNumber {
  readonly cardId: string
  /** The hash by which the card number was found before the rotation of keys. */
  readonly formerHash: Buffer
}

/** Stores the numbers of cards that were sealed again under new keys, and their new hashes. */
export async function saveRenewedCardSecrets(tx: Tx, cards: readonly RenewedCardSecret[]): Promise<void> {
  if (cards.length === 0) return
  await replaceCardNumberHashes(tx, cards)
  const column = <K extends keyof RenewedCardSecret>(name: K) => cards.map((card) => card[name])
  await sql`
    update card_secrets as secret
    set master_key_id = renewed.master_key_id, hash_key_id = renewed.hash_key_id,
      wrapped_key = renewed.wrapped_key, sealed_pan = renewed.sealed_pan, sealed_cvv = renewed.sealed_cvv,
      number_hash = renewed.number_hash
    from unnest(
      ${cards.map(({ cardId }) => bucketOfId(cardId))}::smallint[],
      ${column('cardId')}::text[],
      ${column('masterKeyId')}::text[],
      ${column('hashKeyId')}::text[],
      ${column('wrappedKey')}::bytea[],
      ${column('sealedPan')}::bytea[],
      ${column('sealedCvv')}::bytea[],
      ${column('numberHash')}::bytea[]
    ) as renewed (bucket, card_id, master_key_id, hash_key_id, wrapped_key, sealed_pan, sealed_cvv, number_hash)
    where secret.bucket = renewed.bucket and secret.card_id = renewed.card_id collate "C"`.execute(tx)
}
