import { sql } from 'kysely'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Db } from '../connection/db.ts'

export const MATCHED_AT_ORIGIN_SQL = `seen.status = 'matched' and seen.declared ->> 'expectedOrigin' is not null
  and seen.customer_id || ' ' || (seen.declared ->> 'expectedOrigin') =`

/**
 * SQL condition: a purchase of the customer has matched another intent with the origin that the approval names. False if the approval names
 * no origin.
 */
export const originSeenSql = sql.raw<boolean>(
  `exists (select from intents seen where seen.bucket = approvals.bucket and seen.id <> approvals.intent_id
      and ${MATCHED_AT_ORIGIN_SQL} approvals.customer_id || ' ' || (approvals.subject ->> 'expectedOrigin'))`,
)

/** Whether a purchase of the customer has matched an intent with this origin. */
export async function isOriginSeen(db: Db, customerId: string, origin: string): Promise<boolean> {
  const row = await db
    .selectFrom('intents as seen')
    .select('seen.id')
    .where('seen.bucket', '=', bucketOfId(customerId))
    .where(sql<boolean>`${sql.raw(MATCHED_AT_ORIGIN_SQL)} ${`${customerId} ${origin}`}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
