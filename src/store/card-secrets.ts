import { sql, type Selectable, type SqlBool } from 'kysely'
import { bucketOf } from '../lib/buckets.ts'
import { inBucketOf, wanted } from './by-id.ts'
import { cardOfNumber, claimNumber, freeNumbers, renameNumbers } from './card-numbers.ts'
import type { LockedCustomers } from './customer-lock.ts'
import type { Db, Tx } from './database.ts'
import type { CardSecretRow } from './tables.ts'

export type CardSecret = Selectable<CardSecretRow>

/** A sealed number, as the vault takes it. */
export interface SealedNumber {
  readonly masterKeyId: string
  readonly hashKeyId: string
  readonly wrappedKey: Buffer
  readonly sealedPan: Buffer
  readonly sealedCvv: Buffer
  readonly numberHash: Buffer
}

export interface FoundNumber {
  readonly cardId: string
  readonly expMonth: string
  readonly expYear: string
  /** Null where the number was destroyed. */
  readonly sealed: SealedNumber | null
}

export const findCardNumber = async (db: Db, accountId: string, cardId: string): Promise<FoundNumber | undefined> =>
  foundNumber(
    await db
      .selectFrom('card_secrets')
      .innerJoin('cards', (on) =>
        on.onRef('cards.bucket', '=', 'card_secrets.bucket').onRef('cards.id', '=', 'card_secrets.card_id'),
      )
      .selectAll('card_secrets')
      .select(['exp_month', 'exp_year'])
      .where('card_secrets.bucket', '=', bucketOf(cardId))
      .where('card_secrets.card_id', '=', cardId)
      .where(sql<SqlBool>`(card_secrets.account_id = ${accountId}) is true`)
      .executeTakeFirst(),
  )

/** By the number's keyed hash under any of the hash keys in use. */
export async function findCardNumberByHash(
  db: Db,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<FoundNumber | undefined> {
  const cardId = await cardOfNumber(db, hashes)
  return cardId === undefined ? undefined : findCardNumber(db, accountId, cardId)
}

const foundNumber = (
  row: (CardSecret & { exp_month: string; exp_year: string }) | undefined,
): FoundNumber | undefined =>
  row && { cardId: row.card_id, expMonth: row.exp_month, expYear: row.exp_year, sealed: sealedNumber(row) }

/** The row as the vault takes it; null where the number was destroyed. */
export function sealedNumber(row: CardSecret): SealedNumber | null {
  const { sealed_pan: sealedPan, sealed_cvv: sealedCvv, number_hash: numberHash } = row
  if (sealedPan === null || sealedCvv === null || numberHash === null) return null
  const { master_key_id: masterKeyId, hash_key_id: hashKeyId, wrapped_key: wrappedKey } = row
  return { masterKeyId, hashKeyId, wrappedKey, sealedPan, sealedCvv, numberHash }
}

/** The next cards in id order, whatever keys they are under, locked. */
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
 * Stores a card's sealed number. Answers false where another card has that number, under this hash key or an older one:
 * a BIN leaves nine random digits, so that among 30,000 cards two equal draws are to be expected.
 */
export async function insertCardNumber(
  tx: Tx,
  secret: CardSecret & { number_hash: Buffer },
  olderHashes: readonly Buffer[],
): Promise<boolean> {
  if (olderHashes.length > 0 && (await cardOfNumber(tx, olderHashes)) !== undefined) return false
  if (!(await claimNumber(tx, secret.number_hash, secret.card_id))) return false
  await tx.insertInto('card_secrets').values(inBucketOf(secret.card_id, secret)).execute()
  return true
}

export interface RenewedSecret {
  readonly cardId: string
  readonly masterKeyId: string
  readonly hashKeyId: string
  readonly wrappedKey: Buffer
  readonly numberHash: Buffer
  /** What the number was found by until now. */
  readonly formerHash: Buffer
}

/** Puts cards under other keys, and their numbers under other hashes. The sealed number and CVV stay byte for byte. */
export async function saveRenewed(tx: Tx, cards: readonly RenewedSecret[]): Promise<void> {
  if (cards.length === 0) return
  await renameNumbers(tx, cards)
  const column = <K extends keyof RenewedSecret>(name: K) => cards.map((card) => card[name])
  await sql`
    update card_secrets as secret
    set master_key_id = renewed.master_key_id, hash_key_id = renewed.hash_key_id,
      wrapped_key = renewed.wrapped_key, number_hash = renewed.number_hash
    from unnest(
      ${cards.map(({ cardId }) => bucketOf(cardId))}::smallint[],
      ${column('cardId')}::text[],
      ${column('masterKeyId')}::text[],
      ${column('hashKeyId')}::text[],
      ${column('wrappedKey')}::bytea[],
      ${column('numberHash')}::bytea[]
    ) as renewed (bucket, card_id, master_key_id, hash_key_id, wrapped_key, number_hash)
    where secret.bucket = renewed.bucket and secret.card_id = renewed.card_id collate "C"`.execute(tx)
}

export interface KeyUse {
  readonly masterKeyId: string
  readonly hashKeyId: string
  readonly cards: number
}

/** How many numbers are under which keys. */
export const keyUse = (db: Db): Promise<KeyUse[]> =>
  db
    .selectFrom('card_secrets')
    .select((row) => [
      'master_key_id as masterKeyId',
      'hash_key_id as hashKeyId',
      row.fn.countAll<number>().as('cards'),
    ])
    .where('destroyed_at', 'is', null)
    .groupBy(['master_key_id', 'hash_key_id'])
    .execute()

/** A closed card whose number is still there. */
export interface ClosedCard {
  readonly id: string
  readonly customerId: string
}

/** Cards that were closed until a moment and have their number still, the longest closed first. */
export const closedWithNumber = (db: Db, closed: { until: number; limit: number }): Promise<ClosedCard[]> =>
  db
    .selectFrom('cards')
    .select(['id', 'customer_id as customerId'])
    .where(sql<SqlBool>`closed_at is not null and not number_destroyed`)
    .where('closed_at', '<=', closed.until)
    .orderBy('closed_at')
    .limit(closed.limit)
    .execute()

/**
 * Destroys the numbers of cards: the data key goes too, so that what a backup of the sealed columns holds stays sealed. Nobody
 * finds them by their number any more.
 */
export async function destroyNumbers(locked: LockedCustomers, cardIds: readonly string[], now: number): Promise<void> {
  const { rows } = await sql<{ customer_id: string; number_hash: Buffer }>`
    with had as (
      select secret.bucket, secret.card_id, secret.number_hash from ${wanted(cardIds)}
      join card_secrets secret on secret.bucket = wanted.bucket and secret.card_id = wanted.id
      where secret.destroyed_at is null
    )
    update card_secrets as secret
    set sealed_pan = null, sealed_cvv = null, number_hash = null, wrapped_key = ''::bytea, destroyed_at = ${now}
    from had where secret.bucket = had.bucket and secret.card_id = had.card_id
    returning secret.customer_id, had.number_hash`.execute(locked.tx)
  for (const row of rows) locked.own(row)
  await freeNumbers(
    locked.tx,
    rows.map((row) => row.number_hash),
  )
  await sql`
    update cards set number_destroyed = true from ${wanted(cardIds)}
    where cards.bucket = wanted.bucket and cards.id = wanted.id`.execute(locked.tx)
}
