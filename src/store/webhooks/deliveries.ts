import { sql, type Selectable, type SqlBool } from 'kysely'
import type { DeliveryStatus } from '../../contract/resources/webhooks.ts'
import { assertPresent } from '../../lib/assert.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { bucketOfRowsJoinedToIds } from '../statements/given-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import type { Db, Tx } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, rowsOfOneOwnerSql, type ListPageRequest } from '../statements/keyset.ts'
import {
  eventQueries,
  insertDeliveries,
  type NewOutboxEvent,
  outboxRows,
  type EventSubscriber,
} from '../outbox/outbox.ts'
import { runSqlStatement } from '../connection/in-transaction.ts'
import type { DeliveryRow } from '../rows/outbox.ts'
import type { DeliveryAttemptRow } from '../rows/webhook-tables.ts'

export type StoredDelivery = Selectable<DeliveryRow>

export interface DeliveryQuery extends ListPageRequest {
  /** Only deliveries with this status are listed, as the API shows it. A delivery that waits for a manual attempt is shown as pending. */
  readonly status?: DeliveryStatus | undefined
  readonly eventType?: string | undefined
}

export const findDelivery = (db: Db, webhookId: string, id: string): Promise<StoredDelivery | undefined> =>
  db.selectFrom('deliveries').selectAll().where(rowByIdSql(id)).where(ofWebhook(webhookId)).executeTakeFirst()

const ofWebhook = (id: string) => sql<SqlBool>`(webhook_id = ${id}) is true`

export function listDeliveryRows(db: Db, webhookId: string, query: DeliveryQuery): Promise<StoredDelivery[]> {
  const filter = indexedListFilter<DeliveryRow>([['webhook_id']], {
    webhook_id: webhookId,
    event_type: query.eventType,
  })
  const deliveries = db
    .selectFrom('deliveries')
    .selectAll()
    .$if(query.status !== undefined, (all) =>
      all.where(sql<SqlBool>`case when manual_at is null then status else 'pending' end = ${query.status}`),
    )
  return listRowsNewestFirst(deliveries, filter, query).execute()
}

export type DeliveryOutcome = Pick<StoredDelivery, 'status' | 'manual_at' | 'created_at' | 'updated_at'>

/** Lists how the newest deliveries of a webhook ended, newest first: of those that were made at `since` (Unix milliseconds) or later. */
export const newestDeliveryOutcomes = (
  db: Db,
  webhookId: string,
  { since, limit }: { since: number; limit: number },
): Promise<DeliveryOutcome[]> =>
  db
    .selectFrom('deliveries')
    .select(['status', 'manual_at', 'created_at', 'updated_at'])
    .where(rowsOfOneOwnerSql(sql.ref('webhook_id'), webhookId))
    .where('id', '>=', smallestIdMadeAt('dlv', since))
    .orderBy('webhook_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const MOST_ATTEMPTS = 1000 // manual attempts are not limited

/** Reads the newest attempts of a delivery, oldest first. */
export async function listDeliveryAttempts(db: Db, deliveryId: string): Promise<DeliveryAttemptRow[]> {
  const attempts = db.selectFrom('delivery_attempts').selectAll().where(rowByIdSql(deliveryId, 'delivery_id'))
  return (await attempts.orderBy('number', 'desc').limit(MOST_ATTEMPTS).execute()).toReversed()
}

/**
 * Lets a manual attempt of a webhook's delivery fall due now, whatever the schedule says. While an attempt is under way, `manual_at` gets a
 * new value even if the clock stands still: the record of an attempt has the `manual_at` of the request for which the attempt was made.
 */
export const requestManualDeliveryAttempt = (tx: Tx, id: string, at: number): Promise<StoredDelivery> =>
  tx
    .updateTable('deliveries')
    .set({
      manual_at: sql<number>`case when leased_until is null then ${at} else greatest(${at}, manual_at + 1) end`,
      updated_at: at,
    })
    .where(rowByIdSql(id))
    .returningAll()
    .executeTakeFirstOrThrow()

interface ReplayPage {
  /** The id of a delivery. The listed deliveries come after it. */
  readonly after: string
  /** Only deliveries from this time on are listed, in Unix milliseconds. Undefined: no bound. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly limit: number
}

/** Lists deliveries of a webhook, oldest first. */
export function listDeliveriesAfter(
  db: Db,
  webhookId: string,
  { after, since, until, limit }: ReplayPage,
): Promise<Pick<StoredDelivery, 'id' | 'status'>[]> {
  const from = since === undefined ? '' : smallestIdMadeAt('dlv', since)
  const deliveries = db
    .selectFrom('deliveries')
    .select(['id', 'status'])
    .where(rowsOfOneOwnerSql(sql.ref('webhook_id'), webhookId))
  return deliveries
    .where('id', '>', after > from ? after : from)
    .$if(until !== undefined, (all) => all.where('id', '<', smallestIdMadeAt('dlv', until ?? 0)))
    .orderBy('webhook_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Makes failed and canceled deliveries pending again. All ids must be in one group of buckets. */
export const requeueDeliveries = async (tx: Tx, ids: readonly string[], at: number): Promise<void> =>
  void (await sql`
    update deliveries set status = 'pending', next_attempt_at = ${at}, updated_at = ${at}
    where bucket = ${bucketOfRowsJoinedToIds(ids, 'bucket')} and id = any (${ids}::text[]) and status in ('failed', 'canceled')`.execute(
    tx,
  ))

const webhookOf = ({ webhookId: id, accountId }: NewOutboxEvent & { webhookId: string }): EventSubscriber => ({
  id,
  accountId,
  events: ['*'],
  isChannel: false,
})

/** Stores an event for one webhook only, whatever events that webhook subscribes to. Resolves with the id of the delivery. */
export async function recordEventForWebhook(
  { tx, ids }: AuditedTx,
  event: NewOutboxEvent & { webhookId: string },
): Promise<string> {
  const rows = outboxRows(ids, [event], [webhookOf(event)])
  for (const query of [...eventQueries(rows.events), ...insertDeliveries(rows.deliveries)])
    await runSqlStatement(tx, query)
  return assertPresent(rows.deliveries[0], 'the webhook gets its event').id
}
