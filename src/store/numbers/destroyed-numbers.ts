import { sql, type SqlBool } from 'kysely'
import type { ResourceChangesOfAct } from '../../domain/audit/audited-act.ts'
import {
  bucketOfJoinedRowsSql,
  bucketOfRowsJoinedToIds,
  GIVEN_IDS_TABLE_SQL,
  givenIdsQueryTable,
} from '../statements/given-rows.ts'
import { deleteCardNumberClaims } from './card-numbers.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'

/**
 * Destroys the CVVs of closed cards, with which nobody can buy any more. The rows are locked in the order in which a rotation of the
 * vault's keys locks them, so that this statement and a rotation cannot deadlock. The statement reads `GIVEN_IDS_TABLE_SQL`.
 */
export const DESTROY_CVVS_SQL = `
  with closed as (
    select secret.bucket, secret.card_id from ${GIVEN_IDS_TABLE_SQL}
    join card_secrets secret on secret.bucket = given.bucket and secret.card_id = given.id
    order by secret.card_id for update of secret
  )
  update card_secrets secret set sealed_cvv = null from closed
  where secret.bucket = ${bucketOfJoinedRowsSql('closed.bucket')} and secret.card_id = closed.card_id`

/** A closed card whose number still exists. */
export interface ClosedCard {
  readonly id: string
  readonly customerId: string
}

/** Finds cards that were closed until a time (Unix milliseconds) and still have their number. The longest closed come first. */
export const closedCardsWithNumber = (db: Db, closed: { until: number; limit: number }): Promise<ClosedCard[]> =>
  db
    .selectFrom('cards')
    .select(['id', 'customer_id as customerId'])
    .where(sql<SqlBool>`closed_at is not null and not number_destroyed`)
    .where('closed_at', '<=', closed.until)
    .orderBy('closed_at')
    .limit(closed.limit)
    .execute()

interface Destroyed {
  readonly card_id: string
  readonly account_id: string
  readonly customer_id: string
  readonly number_hash: Buffer
}

const destroyedChange = (row: Destroyed): ResourceChangesOfAct & { readonly customerId: string } => ({
  accountId: row.account_id,
  customerId: row.customer_id,
  resource: { type: 'card', id: row.card_id },
  changes: [{ path: 'numberDestroyed', before: null, after: true }],
})

/**
 * Destroys the numbers of cards, and the claims of these numbers. The data keys are destroyed, too, so that nobody can open the sealed
 * columns in a backup.
 */
export async function destroyCardNumbers(
  locked: LockedCustomers,
  cardIds: readonly string[],
  now: number,
): Promise<void> {
  const { rows } = await sql<Destroyed>`
    with had as (
      select secret.bucket, secret.card_id, secret.number_hash from ${givenIdsQueryTable(cardIds)}
      join card_secrets secret on secret.bucket = given.bucket and secret.card_id = given.id
      where secret.destroyed_at is null
      order by secret.card_id for update of secret
    )
    update card_secrets as secret
    set sealed_pan = null, sealed_cvv = null, number_hash = null, wrapped_key = ''::bytea, destroyed_at = ${now}
    from had where secret.bucket = ${bucketOfRowsJoinedToIds(cardIds, 'had.bucket')} and secret.card_id = had.card_id
    returning secret.card_id, secret.account_id, secret.customer_id, had.number_hash`.execute(locked.tx)
  for (const row of rows) locked.audit.record(locked.own(destroyedChange(row)))
  await deleteCardNumberClaims(
    locked.tx,
    rows.map((row) => row.number_hash),
  )
  await sql`
    update cards set number_destroyed = true from ${givenIdsQueryTable(cardIds)}
    where cards.bucket = given.bucket and cards.id = given.id`.execute(locked.tx)
}
