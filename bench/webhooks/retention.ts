import { smallestIdMadeAt } from '../../src/lib/ids.ts'
import { DAY_MS } from '../../src/lib/clock.ts'
import { deleteEvents } from '../../src/store/due/retention.ts'
import type { WebhookRig } from './rig.ts'

export interface DeliveryRetentionResult {
  readonly rows: number
  readonly seconds: number
  readonly 'rows/s': number
}

const ATTEMPTS_EACH = 5

/** Measures how fast retention deletes what dead receivers leave: failed deliveries with five attempts each. */
export async function measureDeliveryRetention(
  { database }: WebhookRig,
  deliveries: number,
): Promise<DeliveryRetentionResult> {
  const now = Date.now()
  const begins = smallestIdMadeAt('dlv', now - 40 * DAY_MS).slice(0, 14)
  await database.pool.query('truncate events, deliveries, delivery_attempts')
  const id = `$1 || lpad(to_hex(i), 16, '0')`
  const insert = (text: string, first: number) => database.pool.query(text, [begins, first, first + IN_ONE - 1])
  for (let first = 1; first <= deliveries; first += IN_ONE) {
    await insert(
      `insert into deliveries (bucket, id, account_id, webhook_id, event_id, event_type, status, attempt_count, created_at, updated_at)
        select i % 64, ${id}, 'acct_1', 'wh_' || i % 100, 'evt_' || i, 'transaction.created', 'failed', ${ATTEMPTS_EACH}, 0, 0
        from generate_series($2::int, $3::int) i`,
      first,
    )
    await insert(
      `insert into delivery_attempts (bucket, delivery_id, number, started_at, duration_ms, error, manual)
        select i % 64, ${id}, n, 0, 1, 'connection_refused', false
        from generate_series($2::int, $3::int) i, generate_series(1, ${ATTEMPTS_EACH}) n`,
      first,
    )
  }
  await database.pool.query('checkpoint')
  const started = performance.now()
  await deleteEvents(database, now - 30 * DAY_MS)
  const seconds = (performance.now() - started) / 1000
  const rows = deliveries * (1 + ATTEMPTS_EACH)
  return { rows, seconds: Math.round(seconds * 10) / 10, 'rows/s': Math.round(rows / seconds) }
}

/** How many deliveries one statement inserts, because each statement of the service has a deadline. */
const IN_ONE = 2000
