import { auditedActOfSystem } from '../domain/audit/audited-act.ts'
import { webhookDisabledEvent } from '../domain/events/events.ts'
import { inAuditedTransaction } from '../store/audit/trail.ts'
import type { AuditAppendContext } from '../store/audit/chain.ts'
import type { Database } from '../store/connection/database.ts'
import { recordEvents } from '../store/outbox/outbox.ts'
import {
  cancelSomeDeliveries,
  disabledWebhooksWithDeliveries,
  webhooksFailingSince,
  type FailingWebhook,
  forgetWebhookFailures,
  lockFailingWebhook,
  noteWebhookDisabled,
} from '../store/webhooks/webhook-failures.ts'
import { lockWebhook, saveWebhook } from '../store/webhooks/webhooks.ts'

/** Maximum number of webhooks that one sweep disables. */
const AT_ONCE = 100
/** Maximum number of deliveries canceled in one database transaction. */
const BATCH = 1000
/**
 * Milliseconds for canceling deliveries in one sweep, for which other tasks of the sweep wait. The next sweep, a second later, cancels the
 * rest.
 */
const BUDGET_MS = 300

const act = auditedActOfSystem('disableFailingWebhook')

export interface FailingWebhooks extends AuditAppendContext {
  readonly database: Database
  /** A webhook that has only failed for this many milliseconds is disabled. Null or absent: no webhook is disabled. */
  readonly webhookFailureMs?: number | null
}

/**
 * Disables webhooks that have failed for too long and cancels their pending deliveries. Returns how many it disabled.
 */
export async function disableFailingWebhooks(
  { database, ids, vault, webhookFailureMs = null }: FailingWebhooks,
  now: number,
): Promise<number> {
  let disabled = 0
  if (webhookFailureMs !== null) {
    for (const failing of await webhooksFailingSince(database.db, now - webhookFailureMs, AT_ONCE)) {
      disabled += (await disable(database, failing, { ids, vault, now })) ? 1 : 0
    }
  }
  await endDeliveries(database)
  return disabled
}

const disable = (
  database: Database,
  failing: FailingWebhook,
  { ids, vault, now }: { now: number } & AuditAppendContext,
): Promise<boolean> =>
  inAuditedTransaction(database, { ids, vault, act }, async (writing) => {
    const { webhookId: id, accountId, since } = failing
    const webhook = await lockWebhook(writing.tx, accountId, id)
    if (!(await lockFailingWebhook(writing.tx, failing))) return false
    if (webhook?.status !== 'active') {
      await forgetWebhookFailures(writing.tx, [id])
      return false
    }
    await saveWebhook(writing, webhook, { ...webhook, status: 'disabled', updatedAt: now })
    await noteWebhookDisabled(writing.tx, id, now)
    await recordEvents(writing, [webhookDisabledEvent({ id, accountId, failingSince: since }, now)])
    return true
  })

async function endDeliveries(database: Database): Promise<void> {
  const begun = performance.now()
  const isOver = () => performance.now() - begun >= BUDGET_MS
  const { bucketScopes } = await database.groups()
  for (const { webhookId, disabledAt } of await disabledWebhooksWithDeliveries(database.db)) {
    for (const bucketScope of bucketScopes) {
      const cancel = () =>
        database.transaction((tx) => cancelSomeDeliveries(tx, webhookId, { bucketScope, at: disabledAt, limit: BATCH }))
      while ((await cancel()) === BATCH) if (isOver()) return
    }
    await database.transaction((tx) => forgetWebhookFailures(tx, [webhookId]))
    if (isOver()) return
  }
}
