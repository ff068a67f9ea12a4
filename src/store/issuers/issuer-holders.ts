import { sql, type Selectable } from 'kysely'
import { rowByIdSql, rowWithBucketOfId } from '../sharding/by-id.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import type { IssuerCardholderRequest, IssuerHolderRow } from '../rows/issuer-tables.ts'
import { jsonText } from '../statements/json.ts'

export type IssuerHolder = Selectable<IssuerHolderRow>

/** The customer and the issuer of a cardholder: each customer has at most one cardholder at an issuer. */
export interface CustomerAtIssuer {
  readonly customerId: string
  readonly issuer: string
}

export const findIssuerCardholder = (
  db: Db,
  { customerId, issuer }: CustomerAtIssuer,
): Promise<IssuerHolder | undefined> =>
  db
    .selectFrom('issuer_holders')
    .selectAll()
    .where(rowByIdSql(customerId, 'customer_id'))
    .where('issuer', '=', issuer)
    .executeTakeFirst()

export interface NewIssuerCardholder extends CustomerAtIssuer {
  readonly accountId: string
  readonly request: IssuerCardholderRequest
  readonly createdAt: number
}

/** Stores the request from which an issuer makes a customer's cardholder. A request that is stored already stays as it is. */
export async function storeCardholderRequest(locked: LockedCustomers, holder: NewIssuerCardholder): Promise<void> {
  const { customerId, accountId, issuer, request, createdAt } = locked.own(holder)
  const row = {
    customer_id: customerId,
    account_id: accountId,
    issuer,
    request: jsonText(request),
    created_at: createdAt,
    version: 0,
    tried_at: null,
    holder_token: null,
  }
  await locked.tx
    .insertInto('issuer_holders')
    .values(rowWithBucketOfId(customerId, row))
    .onConflict((conflict) => conflict.columns(['customer_id', 'issuer', 'bucket']).doNothing())
    .execute()
}

/**
 * If the issuer has refused to make a cardholder, lets it be requested again, with other data and under a new idempotency key. A cardholder
 * that the issuer has made stays as it is.
 */
export async function renewCardholderRequest(
  locked: LockedCustomers,
  holder: Omit<NewIssuerCardholder, 'createdAt'>,
): Promise<void> {
  const { customerId, issuer, request } = locked.own(holder)
  await sql`update issuer_holders set request = ${jsonText(request)}, version = version + 1, tried_at = null
    where ${rowByIdSql(customerId, 'customer_id')} and issuer = ${issuer} and holder_token is null`.execute(locked.tx)
}
