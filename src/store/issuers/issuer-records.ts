import { sql } from 'kysely'
import { bucketOfId, bucketOfText } from '../../lib/buckets.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { givenIdsQueryTable, givenRowsQueryTable } from '../statements/given-rows.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { Db, Tx } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'

/** Finds the cards to which tokens of an issuer belong. Resolves with the card's id for each token. Unknown tokens are left out. */
export async function cardsOfTokens(db: Db, issuer: string, tokens: readonly string[]): Promise<Map<string, string>> {
  const rows = await readRowsBySql(
    db,
    sql<{ card_token: string; card_id: string }>`
    select known.card_token, known.card_id
    from unnest(${tokens.map(bucketOfText)}::smallint[], ${[...tokens]}::text[]) as given (bucket, token)
    join issuer_cards known on known.bucket = given.bucket and known.card_token = given.token and known.issuer = ${issuer}`,
  )
  return new Map(rows.map((row) => [row.card_token, row.card_id]))
}

/** A stored card of an issuer, and what Purser knows about the card at the issuer. */
export interface OwnIssuerCard {
  readonly id: string
  readonly accountId: string
  readonly currency: string
  readonly status: CardWithAllFields['status']
  readonly isAccountStopped: boolean
  readonly last4: string | null
  /** The issuer's token of the card. Null: the issuer has not made the card yet, or Purser does not call the issuer about the card. */
  readonly token: string | null
  /** The status that the issuer has confirmed. Null: the status is not known, or Purser does not call the issuer about the card. */
  readonly confirmedStatus: CardWithAllFields['status'] | null
}

export async function ownIssuerCards(
  db: Db,
  issuer: string,
  cardIds: readonly string[],
): Promise<Map<string, OwnIssuerCard>> {
  const rows = await readRowsBySql(
    db,
    sql<OwnIssuerCard>`
    select cards.id, cards.account_id as "accountId", cards.currency, cards.status, cards.last4,
      exists (select from accounts where accounts.id = cards.account_id and accounts.stopped_at is not null) as "isAccountStopped",
      call.card_token as token, call.told_status as "confirmedStatus"
    from ${givenIdsQueryTable([...new Set(cardIds)])}
    join cards on cards.bucket = given.bucket and cards.id = given.id
    left join issuer_calls call on call.bucket = cards.bucket and call.card_id = cards.id and call.issuer = ${issuer}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads a page of the cards that an issuer has made, with their tokens, in the order of the cards' ids. */
export async function cardsMadeByIssuer(
  db: Db,
  issuer: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ cardId: string; token: string }[]> {
  const rows = await readRowsBySql(
    db,
    sql<{ cardId: string; token: string }>`
    select card_id as "cardId", card_token as token from issuer_calls
    where card_id > ${after} and issuer = ${issuer} and card_token is not null order by card_id limit ${limit}`,
  )
  return rows
}

export interface IssuerPurchaseReference {
  readonly cardId: string
  /**
   * The hashes of the network references under which Purser may have stored the authorization. Empty: money has moved without an
   * authorization.
   */
  readonly referenceHashes: readonly string[]
  readonly factHashes: readonly string[]
}

interface Sums {
  readonly id: string
  readonly type: 'authorization' | 'force_capture' | 'credit'
  readonly isOpen: boolean
  readonly amount: number
  readonly authorized: number
  readonly settled: number
  readonly refunded: number
}

/** The stored transactions of purchases, by the hash of a network reference and of an issuer's fact. Amounts are in cents. */
export interface StoredPurchases {
  readonly byReference: ReadonlyMap<string, readonly (Sums & { readonly cardId: string })[]>
  /** The transactions to which an issuer's fact was posted, by the fact's hash. A fact that was not recorded has no entry. */
  readonly byFact: ReadonlyMap<string, readonly Sums[]>
}

const SUMS = sql`t.id, t.type, t.status = 'pending' as "isOpen", t.amount, t.authorized_amount as authorized,
  t.settled_amount as settled, t.refunded_amount as refunded`

export async function storedPurchases(db: Db, keys: readonly IssuerPurchaseReference[]): Promise<StoredPurchases> {
  const named = keys.flatMap(({ cardId, referenceHashes }) => referenceHashes.map((hash) => ({ cardId, hash })))
  const facts = keys.flatMap(({ cardId, factHashes }) => factHashes.map((hash) => ({ cardId, hash })))
  const transactions = await readRowsBySql(
    db,
    sql<Sums & { hash: string; cardId: string }>`
    select given.hash, t.card_id as "cardId", ${SUMS}
    from ${givenHashes(named)}
    join transactions t on t.bucket = given.bucket and t.reference_hash = given.hash`,
  )
  const posted = await readRowsBySql(
    db,
    sql<Sums & { hash: string }>`
    select f.fact_hash as hash, ${SUMS}
    from ${givenHashes(facts)}
    join facts f on f.bucket = given.bucket and f.fact_hash = given.hash
    join transactions t on t.bucket = f.bucket and t.id = any(array[f.transaction_id, f.credit_id])`,
  )
  return {
    byReference: Map.groupBy(transactions, ({ hash }) => hash),
    byFact: Map.groupBy(posted, ({ hash }) => hash),
  }
}

/** Gives a statement keyed hashes as its table `given`: a row for each hash, in the bucket of its card. */
const givenHashes = (keys: readonly { cardId: string; hash: string }[]) =>
  givenRowsQueryTable<{ hash: string }>(
    keys.map(({ cardId }) => bucketOfId(cardId)),
    { hash: sql`${keys.map(({ hash }) => hash)}::text[]` },
  )

/** A hold on an issuer's card. `held` is in cents. */
export interface OwnIssuerHold {
  readonly id: string
  readonly cardId: string
  readonly referenceHash: string
  readonly held: number
}

/** Reads the holds of an account on cards of an issuer, whose transactions have ids between `after` and `before`. */
export async function ownIssuerHolds(
  db: Db,
  of: { accountId: string; issuer: string },
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<OwnIssuerHold[]> {
  const rows = await readRowsBySql(
    db,
    sql<OwnIssuerHold>`
    select t.id, t.card_id as "cardId", t.reference_hash as "referenceHash", t.authorized_amount - t.settled_amount as held
    from transactions t
    join cards on cards.bucket = t.bucket and cards.id = t.card_id and cards.issuer = ${of.issuer}
    where t.account_id = any(array[${of.accountId}]) and t.id > ${after} and t.id < ${before}
      and t.status = 'pending' and t.reference_hash is not null
    order by t.account_id, t.id limit ${limit}`,
  )
  return rows
}

/**
 * Lets the call to an issuer about a card fall due, because the card may have another status at the issuer than Purser has asked for. The
 * stored status is forgotten, so that the call sends the status again. Nothing is done while a node has leased the card, because that node
 * is calling the issuer.
 */
export async function resendCardStatus(tx: Tx, { cardId, now }: { cardId: string; now: number }): Promise<void> {
  await sql`update issuer_calls set told_status = null, asked_status = null, next_at = 0
    where ${rowByIdSql(cardId, 'card_id')} and card_token is not null and (leased_until is null or leased_until <= ${now})`.execute(
    tx,
  )
}
