import { sql } from 'kysely'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'

/** The number of webhooks of all accounts, by state. */
export interface WebhookCounts {
  /** Webhooks that are active and do not fail. */
  readonly active: number
  /** Active webhooks whose last attempts failed, without a success since then. */
  readonly failing: number
  readonly disabled: number
}

/** The most webhooks that are looked at when webhooks are counted for the metrics. */
const MOST_WEBHOOKS = 5000
/** The most failing webhooks that are counted for the metrics. */
const MOST_FAILING = 1000

/** Counts webhooks for the metrics. It reads a bounded number of rows, however many webhooks there are. */
export async function webhooksByState(db: Db): Promise<WebhookCounts> {
  const rows = await readRowsBySql(
    db,
    sql<WebhookCounts>`
    with known as (select status from webhooks order by id limit ${MOST_WEBHOOKS}),
      failing as (
        select from (select webhook_id from webhook_failures where disabled_at is null order by since limit ${MOST_FAILING}) f
        where exists (select from webhooks w where w.id = f.webhook_id and w.status = 'active'))
    select
      greatest(0, (select count(*) from known where status = 'active') - (select count(*) from failing))::int as active,
      (select count(*)::int from failing) as failing,
      (select count(*)::int from known where status = 'disabled') as disabled`,
  )
  return rows[0] ?? { active: 0, failing: 0, disabled: 0 }
}
