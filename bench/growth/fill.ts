import type pg from 'pg'
import { foldEntries, KEPT_RECENT } from '../../src/domain/spend-entries.ts'
import { encodeEntries, type SpendEntry } from '../../src/domain/spend-windows.ts'
import { utcMonth } from '../../src/domain/utc-month.ts'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../src/lib/clock.ts'
import { splitEntries } from '../../src/store/authorization-batch/histories.ts'

const SPREAD_MS = 90 * DAY_MS

/**
 * Gives a customer a history of so many transactions, evenly over the last 90 days: copies of those that it has, each
 * with its settlement and the event of that, under ids, times and numbers of their own; then counts them in every spend row
 * as the engine would have. No node runs meanwhile.
 */
export async function fill(pool: pg.Pool, customerId: string, wanted: number): Promise<void> {
  const { rows } = await pool.query<{ stored: number; sequence: number; now: number }>(
    `select count(*) as stored, max(last_sequence) as sequence, min(t.created_at) as now from transactions t
      join customers c on c.id = t.customer_id where c.id = $1`,
    [customerId],
  )
  const { stored, sequence, now } = rows[0] as (typeof rows)[0]
  const copies = wanted - stored
  const last = now - MINUTE_MS
  await pool.query(
    `create temp table template as select row_number() over (order by id) - 1 as n, id from transactions`,
  )
  await pool.query(`create temp table copy as select g, t.id as template,
      'txn_' || lpad(to_hex(at), 12, '0') || lpad(to_hex(g), 14, '0') as id, at, ${sequence} + 2 * g - 1 as sequence
    from (select g, ${last - SPREAD_MS} + g * ${SPREAD_MS}::bigint / ${copies} as at from generate_series(1, ${copies}) g) g
      join template t on t.n = g % ${stored}`)
  await copyRows(pool, 'transactions', 'copy.template = t.id', {
    id: 'copy.id',
    sequence: 'copy.sequence',
    network_reference: `'copy-' || copy.g`,
    counted: `json_build_array(json_build_array(copy.at, t.settled_amount))`,
    created_at: 'copy.at',
    updated_at: 'copy.at + 1000',
    settled_at: 'copy.at + 1000',
    expires_at: `copy.at + ${WEEK_MS}`,
  })
  await copyRows(pool, 'transaction_steps', 'copy.template = t.transaction_id', {
    transaction_id: 'copy.id',
    sequence: 'copy.sequence + 1',
    at: 'copy.at + 1000',
  })
  await copyRows(pool, 'events', `copy.template = t.data->>'transactionId'`, {
    id: `replace(copy.id, 'txn_', 'evt_') || 's'`,
    sequence: 'copy.sequence + 1',
    created_at: 'copy.at + 1000',
    data: `replace(t.data::text, copy.template, copy.id)::json`,
  })
  await pool.query('update customers set last_sequence = last_sequence + $2 where id = $1', [customerId, 2 * copies])
  await count(pool, now)
  await pool.query('drop table template, copy')
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}

/** Every column as it is in the template, but those that are named. */
async function copyRows(pool: pg.Pool, table: string, on: string, changed: Record<string, string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'
      order by ordinal_position`,
    [table],
  )
  const columns = rows.map(({ name }) => changed[name] ?? `t.${name}`)
  const templates = `(select * from ${table}) t`
  await pool.query(`insert into ${table} select ${columns.join(', ')} from copy join ${templates} on ${on}`)
}

/** Sums of every level, from the transactions. */
async function count(pool: pg.Pool, now: number): Promise<void> {
  const { rows } = await pool.query<{
    subject_id: string
    total: number
    month_total: number
    history_version: number
  }>(
    `select s.subject_id, s.history_version, sum(t.settled_amount) as total,
        coalesce(sum(t.settled_amount) filter (where t.created_at >= $1), 0) as month_total
      from spend s join transactions t on s.subject_id in (t.card_id, t.agent_id, t.customer_id)
      group by 1, 2`,
    [Date.UTC(Math.floor(utcMonth(now) / 100), (utcMonth(now) % 100) - 1)],
  )
  for (const { subject_id, total, month_total, history_version } of rows) {
    const all = await recentEntries(pool, subject_id, now)
    const folded = foldEntries(all, now)
    const olderEnd = Math.max(0, folded.length - KEPT_RECENT)
    const parts = { older: folded.slice(0, olderEnd), recent: folded.slice(olderEnd) }
    const { recent, history } = splitEntries(parts, { version: history_version, entries: [] })
    await pool.query(
      `update spend set total = $2, month_total = $3, recent = $4, history_version = $5 where subject_id = $1`,
      [subject_id, total, month_total, recent, history.version],
    )
    await pool.query(
      `insert into spend_history (subject_id, account_id, customer_id, version, entries)
        select subject_id, account_id, customer_id, $2, $3 from spend where subject_id = $1
        on conflict (subject_id) do update set version = excluded.version, entries = excluded.entries`,
      [subject_id, history.version, encodeEntries(history.entries)],
    )
  }
}

async function recentEntries(pool: pg.Pool, subjectId: string, now: number): Promise<SpendEntry[]> {
  const { rows } = await pool.query<SpendEntry>(
    `select created_at as at, settled_amount as amount, 1 as count from transactions
      where $1 in (card_id, agent_id, customer_id) and created_at > $2 order by created_at`,
    [subjectId, now - WEEK_MS],
  )
  return rows
}
