import { sql, type RawBuilder } from 'kysely'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { SqlQuery, PreparedStatement } from '../statements/query.ts'
import { rowByIdSql, rowWithBucketOfId } from '../sharding/by-id.ts'
import { rowInsertWriter } from '../statements/write.ts'
import { GIVEN_IDS_TABLE_SQL, givenRowsSqlParameters } from '../statements/given-rows.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import type { IssuerCallOfAccount } from '../rows/issuer-tables.ts'

/**
 * Adds the row for calls to the issuer about a new card. The first call is due at once. To be called in the transaction that inserts the
 * card.
 */
export async function insertIssuerCall(
  locked: LockedCustomers,
  card: CardWithAllFields & { issuer: string },
): Promise<void> {
  const { id, accountId, customerId, issuer, status } = locked.own(card)
  const row = {
    card_id: id,
    account_id: accountId,
    customer_id: customerId,
    issuer,
    first_status: status,
    ...NEW_CALL,
    tried_at: null,
    card_token: null,
    asked_status: null,
    told_status: null,
    asked_limits: null,
    told_limits: null,
    failing_since: null,
    last_error: null,
    leased_until: null,
  }
  await locked.tx.insertInto('issuer_calls').values(rowWithBucketOfId(id, row)).execute()
}

/**
 * Lets the calls to issuers about the given cards fall due at once. Cards that Purser issues itself have no calls. If the issuer has
 * refused to make a card, no call about the card falls due until somebody asks for another try. The statement reads `GIVEN_IDS_TABLE_SQL`.
 */
export const CALL_ISSUERS_SQL = `
  update issuer_calls call set next_at = 0 from ${GIVEN_IDS_TABLE_SQL}
  where call.bucket = given.bucket and call.card_id = given.id and not (call.failed and call.card_token is null)`

/** The values of a new row for calls to an issuer. The first call is due at once. The columns that are left out are null. */
const NEW_CALL = { version: 0, asked_count: 0, failed: false, attempt: 0, next_at: 0 }

/** Makes the statement that adds rows for calls about the new cards of a batch. Cards that Purser issues get none. */
export const beginIssuerCalls = (
  cards: readonly Pick<CardWithAllFields, 'id' | 'accountId' | 'customerId' | 'issuer' | 'status'>[],
): SqlQuery[] =>
  insertCalls(
    cards.flatMap(({ id, accountId: account_id, customerId: customer_id, issuer, status: first_status }) =>
      issuer === null
        ? []
        : [{ bucket: bucketOfId(id), card_id: id, account_id, customer_id, issuer, first_status, ...NEW_CALL }],
    ),
  )

const insertCalls = rowInsertWriter<
  {
    bucket: number
    card_id: string
    account_id: string
    customer_id: string
    issuer: string
    first_status: string
  } & typeof NEW_CALL
>('issuer_calls', {
  bucket: 'smallint',
  card_id: 'word',
  account_id: 'word',
  customer_id: 'word',
  issuer: 'word',
  first_status: 'text',
  version: 'integer',
  asked_count: 'integer',
  failed: 'boolean',
  attempt: 'integer',
  next_at: 'bigint',
})

const callIssuersOfCards: PreparedStatement = { name: 'call-issuers-of-cards', text: CALL_ISSUERS_SQL }

/** Lets the calls to issuers about these cards fall due at once. */
export const callIssuers = (cardIds: readonly string[]): SqlQuery[] =>
  cardIds.length === 0 ? [] : [{ statement: callIssuersOfCards, values: givenRowsSqlParameters(cardIds, [cardIds]) }]

const callIssuersOfCustomer: PreparedStatement = {
  name: 'call-issuers-of-customer',
  text: `update issuer_calls set next_at = 0
    where bucket = $1::smallint and customer_id = $2 and not (failed and card_token is null)`,
}

/** Lets the calls to issuers about all cards of these customers fall due at once, after a change of something that limits the cards. */
export const callIssuersOfCustomers = (customerIds: readonly string[]): SqlQuery[] =>
  [...new Set(customerIds)].map((id) => ({ statement: callIssuersOfCustomer, values: [bucketOfId(id), id] }))

/** An SQL condition about a row of `issuer_calls` with the alias `call`: all spending of the row's account is stopped. */
export const IS_ACCOUNT_STOPPED_SQL = `exists (
    select from accounts where accounts.id = call.account_id and accounts.stopped_at is not null)`

export const findIssuerCall = (db: Db, cardId: string): Promise<IssuerCallOfAccount | undefined> =>
  db
    .selectFrom('issuer_calls as call')
    .selectAll('call')
    .select(sql.raw<boolean>(IS_ACCOUNT_STOPPED_SQL).as('is_account_stopped'))
    .where(rowByIdSql(cardId, 'card_id'))
    .executeTakeFirst()

/**
 * Lets the call to an issuer about a card fall due again, after the issuer has refused it or it was given up. The call gets a new
 * idempotency key, so the caller must first find out whether the issuer has carried out the earlier call after all.
 */
export const retryIssuerCall = (locked: LockedCustomers, cardId: string): Promise<void> =>
  changeCall(
    locked,
    cardId,
    sql`failed = false, version = version + 1, tried_at = null, asked_status = null, asked_limits = null, attempt = 0, failing_since = null,
      last_error = null, next_at = 0`,
  )

/** Lets a call to an issuer that waits for its next attempt fall due now. */
export const hurryIssuerCall = (locked: LockedCustomers, cardId: string): Promise<void> =>
  changeCall(locked, cardId, sql`next_at = case when next_at is not null then 0 end`)

async function changeCall({ tx }: LockedCustomers, cardId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update issuer_calls set ${change} where ${rowByIdSql(cardId, 'card_id')}`.execute(tx)
}
