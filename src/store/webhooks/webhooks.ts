import { sql } from 'kysely'
import type { BucketGroups, BucketScope } from '../sharding/groups.ts'
import { webhookAuditChange } from '../audit/audited-rows.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { bucketOfScope, isInBucketScopeSql } from '../sharding/by-id.ts'
import { webhookIdInDueOrder } from './delivery-queue.ts'
import type { Db, Tx } from '../connection/db.ts'
import { newestEventAt } from '../events/events.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { type StoredWebhook, webhooksTable } from '../rows/webhook-tables.ts'

export const findWebhook = (db: Db, accountId: string, id: string): Promise<StoredWebhook | undefined> =>
  webhooksTable.first(ownWebhooks(db, accountId, id))

/** Reads a webhook and locks it until the transaction ends, so that two changes of it follow each other. */
export const lockWebhook = (tx: Tx, accountId: string, id: string): Promise<StoredWebhook | undefined> =>
  webhooksTable.first(ownWebhooks(tx, accountId, id).forUpdate())

const ownWebhooks = (db: Db, accountId: string, id: string) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).where(isInAccountSql(accountId))

export function listWebhooks(db: Db, accountId: string, page: ListPageRequest): Promise<StoredWebhook[]> {
  const own = indexedListFilter<{ account_id: string }>([['account_id']], { account_id: accountId })
  return webhooksTable.all(listRowsNewestFirst(db.selectFrom('webhooks').selectAll(), own, page))
}

/** Counts the webhooks of an account, including disabled ones. */
export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  const count = db.selectFrom('webhooks').select((row) => row.fn.countAll<number>().as('count'))
  return (await count.where('account_id', '=', accountId).executeTakeFirstOrThrow()).count
}

export async function insertWebhook({ tx, audit }: AuditedTx, webhook: StoredWebhook): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values(await rowOf(tx, webhook))
    .execute()
  audit.record(webhookAuditChange(null, webhook))
}

/** Saves a webhook that this transaction has locked and changed. */
export async function saveWebhook(
  { tx, audit }: AuditedTx,
  before: StoredWebhook,
  webhook: StoredWebhook,
): Promise<void> {
  const { id, account_id: _account, created_at: _created, ...changed } = await rowOf(tx, webhook)
  await tx.updateTable('webhooks').set(changed).where('id', '=', id).execute()
  audit.record(webhookAuditChange(before, webhook))
}

const rowOf = async (tx: Tx, webhook: StoredWebhook) =>
  webhooksTable.row({ ...webhook, newestEventAt: await newestEventAt(tx, webhook.accountId) })

/** Deletes a webhook with its secret. Its deliveries stay until retention deletes them, but nobody can read them. */
export async function deleteWebhook({ tx, audit }: AuditedTx, webhook: StoredWebhook): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', webhook.id).execute()
  audit.record(webhookAuditChange(webhook, null))
}

/**
 * Cancels every waiting attempt of a webhook. Rows are locked in the order of their ids. The dispatcher locks them in the same order when
 * it records attempts, so that neither can deadlock with the other. A delivery that has ended before keeps its status, and only loses its
 * manual attempt.
 */
export async function cancelDeliveries(
  tx: Tx,
  webhookId: string,
  { bucketScopes, at }: Pick<BucketGroups, 'bucketScopes'> & { at: number },
): Promise<void> {
  for (const bucketScope of bucketScopes) await cancelIn(tx, webhookId, { bucketScope, at })
}

async function cancelIn(
  tx: Tx,
  webhookId: string,
  { bucketScope, at }: { bucketScope: BucketScope; at: number },
): Promise<void> {
  await sql`
    with waiting as (
      select bucket, id from deliveries
      where ${isInBucketScopeSql(bucketScope)} and ${webhookIdInDueOrder('webhook_id')} = ${webhookId} and coalesce(manual_at, next_attempt_at) is not null
      order by id for update
    )
    update deliveries
    set status = case status when 'pending' then 'canceled' else status end,
        next_attempt_at = null, manual_at = null, updated_at = ${at}
    from waiting where deliveries.bucket = ${bucketOfScope(bucketScope, 'waiting.bucket')} and deliveries.id = waiting.id`.execute(
    tx,
  )
}
