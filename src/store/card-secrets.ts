import { sql, type Selectable } from 'kysely'
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
  foundNumber(await numbers(db, accountId).where('cards.id', '=', cardId).executeTakeFirst())

/** By the number's keyed hash under any of the hash keys in use. */
export const findCardNumberByHash = async (
  db: Db,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<FoundNumber | undefined> =>
  foundNumber(await numbers(db, accountId).where('number_hash', 'in', hashes).executeTakeFirst())

const numbers = (db: Db, accountId: string) =>
  db
    .selectFrom('card_secrets')
    .innerJoin('cards', 'cards.id', 'card_secrets.card_id')
    .selectAll('card_secrets')
    .select(['exp_month', 'exp_year'])
    .where('card_secrets.account_id', '=', accountId)

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

export interface RenewedSecret {
  readonly cardId: string
  readonly masterKeyId: string
  readonly hashKeyId: string
  readonly wrappedKey: Buffer
  readonly numberHash: Buffer
}

/** Puts cards under other keys. The sealed number and CVV stay byte for byte. */
export async function saveRenewed(tx: Tx, cards: readonly RenewedSecret[]): Promise<void> {
  if (cards.length === 0) return
  const column = <K extends keyof RenewedSecret>(name: K) => cards.map((card) => card[name])
  await sql`
    update card_secrets as secret
    set master_key_id = renewed.master_key_id, hash_key_id = renewed.hash_key_id,
      wrapped_key = renewed.wrapped_key, number_hash = renewed.number_hash
    from unnest(
      ${column('cardId')}::text[],
      ${column('masterKeyId')}::text[],
      ${column('hashKeyId')}::text[],
      ${column('wrappedKey')}::bytea[],
      ${column('numberHash')}::bytea[]
    ) as renewed (card_id, master_key_id, hash_key_id, wrapped_key, number_hash)
    where secret.card_id = renewed.card_id collate "C"`.execute(tx)
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

/**
 * Destroys the numbers of up to `limit` cards that were closed until a moment: the data key goes too, so that what a backup
 * of the sealed columns holds stays sealed. Answers how many cards it found. Nodes that do so at once share them.
 */
export async function destroyNumbers(tx: Tx, closed: { until: number; limit: number; now: number }): Promise<number> {
  const found = await sql`
    with due as (
      select id from cards where closed_at <= ${closed.until} and closed_at is not null and not number_destroyed
      order by closed_at limit ${closed.limit} for update skip locked
    ), destroyed as (
      update card_secrets set sealed_pan = null, sealed_cvv = null, number_hash = null, wrapped_key = ''::bytea,
        destroyed_at = ${closed.now}
      from due where card_id = due.id and destroyed_at is null
    )
    update cards set number_destroyed = true from due where cards.id = due.id`.execute(tx)
  return Number(found.numAffectedRows ?? 0n)
}
