import { sql } from 'kysely'
import type { BucketScope } from '../sharding/groups.ts'
import { isInBucketScopeSql } from '../sharding/by-id.ts'
import type { Db, Tx } from '../connection/db.ts'
import { webhookIdInDueOrder } from './delivery-queue.ts'

/** A webhook whose attempts fail. */
export interface FailingWebhook {
  readonly webhookId: string
  readonly accountId: string
  /** When the first of the webhook's attempts failed that have failed since its last success, in Unix milliseconds. */
  readonly since: number
}

/** A finished attempt, and whether its webhook was known to fail when the delivery was claimed. */
export interface EndedWebhookAttempt {
  readonly webhook_id: string
  readonly account_id: string
  readonly was_failing: boolean
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly ended_at: number
}

type Ends = readonly [EndedWebhookAttempt, ...EndedWebhookAttempt[]]

/**
 * Records which webhooks fail. It writes only if that changes, so a webhook whose deliveries succeed, or one that has failed before, costs
 * nothing. A delivery that was claimed before a failure was recorded does not end the failure when it succeeds. The next success ends the
 * failure. It comes with a retry at the latest.
 */
export async function recordFailingWebhooks(tx: Tx, ends: readonly EndedWebhookAttempt[]): Promise<void> {
  const ofWebhooks = Map.groupBy(
    ends.filter(({ webhook_id }) => webhook_id.startsWith('wh_')),
    ({ webhook_id }) => webhook_id,
  )
  const wasFailing = (own: readonly EndedWebhookAttempt[]) => own.some(({ was_failing }) => was_failing)
  const all = ([...ofWebhooks.values()] as unknown as Ends[]).toSorted(byWebhook)
  const recovered = all.filter((own) => own.some(isSuccess) && wasFailing(own))
  const began = all.filter((own) => !own.some(isSuccess) && !wasFailing(own))
  await forgetWebhookFailures(
    tx,
    recovered.map(([{ webhook_id }]) => webhook_id),
  )
  for (const own of began) {
    const [{ webhook_id, account_id }] = own
    await tx
      .insertInto('webhook_failures')
      .values({ webhook_id, account_id, since: Math.min(...own.map(({ ended_at }) => ended_at)), disabled_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

const isSuccess = ({ status }: EndedWebhookAttempt): boolean => status === 'succeeded'
/** Sorts the ends of attempts by webhook. All transactions lock the rows of several webhooks in this order. */
const byWebhook = ([a]: Ends, [b]: Ends): number => (a.webhook_id < b.webhook_id ? -1 : 1)

/** Deletes what is recorded about failing webhooks, as if they had never failed. */
export async function forgetWebhookFailures(tx: Tx, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return
  await sql`delete from webhook_failures where webhook_id = any (${webhookIds}::text[])`.execute(tx)
}

/** Lists active webhooks that have failed without a success since `until` (Unix milliseconds) or earlier, the longest failing first. */
export const webhooksFailingSince = (db: Db, until: number, limit: number): Promise<FailingWebhook[]> =>
  db
    .selectFrom('webhook_failures')
    .select(['webhook_id as webhookId', 'account_id as accountId', 'since'])
    .where('disabled_at', 'is', null)
    .where('since', '<=', until)
    .orderBy('since')
    .limit(limit)
    .execute()

/** Locks a failing webhook until the transaction ends. Resolves with whether it still fails since the same time. */
export async function lockFailingWebhook(tx: Tx, { webhookId, since }: FailingWebhook): Promise<boolean> {
  const failing = tx.selectFrom('webhook_failures').select('since').where('webhook_id', '=', webhookId)
  const row = await failing.where('disabled_at', 'is', null).where('since', '=', since).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Records that a webhook was disabled. Its waiting deliveries are canceled from then on. */
export async function noteWebhookDisabled(tx: Tx, webhookId: string, at: number): Promise<void> {
  await tx.updateTable('webhook_failures').set({ disabled_at: at }).where('webhook_id', '=', webhookId).execute()
}

/** Lists webhooks that were disabled because they failed, and that may still have waiting deliveries. */
export const disabledWebhooksWithDeliveries = (db: Db): Promise<{ webhookId: string; disabledAt: number }[]> =>
  db
    .selectFrom('webhook_failures')
    .select(['webhook_id as webhookId', sql<number>`disabled_at`.as('disabledAt')])
    .where('disabled_at', 'is not', null)
    .limit(1000)
    .execute()

/**
 * Cancels waiting deliveries of a webhook, at most `limit`, and resolves with how many. A delivery that a node is recording at the moment
 * is skipped, because that node cancels it.
 */
export async function cancelSomeDeliveries(
  tx: Tx,
  webhookId: string,
  { bucketScope, at, limit }: { bucketScope: BucketScope; at: number; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update deliveries
    set status = case status when 'pending' then 'canceled' else status end,
        next_attempt_at = null, manual_at = null, updated_at = ${at}
    where ${isInBucketScopeSql(bucketScope)} and id = any (array(
      select id from deliveries
      where ${isInBucketScopeSql(bucketScope)} and ${webhookIdInDueOrder('webhook_id')} = ${webhookId} and coalesce(manual_at, next_attempt_at) is not null
      order by coalesce(manual_at, next_attempt_at) limit ${limit}
      for update skip locked))`.execute(tx)
  return Number(numAffectedRows)
}
