import type pg from 'pg'
import { foldEntries, KEPT_RECENT } from '../../src/domain/spend-entries.ts'
import { encodeEntries, type SpendEntry } from '../../src/domain/spend-windows.ts'
import { utcMonth } from '../../src/domain/utc-month.ts'
import { DAY_MS, MINUTE_MS, WEEK_MS } from '../../src/lib/clock.ts'

const SPREAD_MS = 90 * DAY_MS
/** Older events a node would delete while it is measured. */
const EVENTS_KEPT_MS = 29 * DAY_MS

/**
 * Gives a customer a history of so many transactions, evenly over the last 90 days: copies of those that it has, each
 * with its settlement and the event of that, under ids, times and numbers of their own; then counts them in every spend row
 * as the engine would have. No node runs meanwhile.
 */
export async function fill(pool: pg.Pool, customerId: string, wanted: number): Promise<void> {
  const client = await pool.connect()
  try {
    await fillOn(client, customerId, wanted)
  } finally {
    client.release()
  }
}

async function fillOn(client: pg.ClientBase, customerId: string, wanted: number): Promise<void> {
  const { rows } = await client.query<{ stored: number; sequence: number; now: number }>(
    `select count(*) as stored, max(last_sequence) as sequence, min(t.created_at) as now from transactions t
      join customers c on c.id = t.customer_id where c.id = $1`,
    [customerId],
  )
  const { stored, sequence, now } = rows[0] as (typeof rows)[0]
  const copies = wanted - stored
  const last = now - MINUTE_MS
  await client.query(
    `create temp table template as select row_number() over (order by id) - 1 as n, id from transactions`,
  )
  await client.query(`create temp table copy as select g, t.id as template,
      'txn_' || ${timeDigits('at')} || lpad(to_hex(g), 16, '0') as id, at, ${sequence} + 2 * g - 1 as sequence
    from (select g, ${last - SPREAD_MS} + g * ${SPREAD_MS}::bigint / ${copies} as at from generate_series(1, ${copies}) g) g
      join template t on t.n = g % ${stored}`)
  await copyRows(client, 'transactions', 'copy.template = t.id', {
    id: 'copy.id',
    sequence: 'copy.sequence',
    network_reference: `'copy-' || copy.g`,
    counted: `json_build_array(json_build_array(copy.at, t.settled_amount))`,
    created_at: 'copy.at',
    updated_at: 'copy.at + 1000',
    settled_at: 'copy.at + 1000',
    expires_at: `copy.at + ${WEEK_MS}`,
  })
  await copyRows(client, 'transaction_steps', 'copy.template = t.transaction_id', {
    transaction_id: 'copy.id',
    sequence: 'copy.sequence + 1',
    at: 'copy.at + 1000',
  })
  const isKept = `copy.at > ${now - EVENTS_KEPT_MS}`
  await copyRows(client, 'events', `copy.template = t.data->>'transactionId' and ${isKept}`, {
    id: `'evt_' || substr(copy.id, 5, 10) || '1' || substr(copy.id, 16)`, // the decision's own has the digits of the transaction
    sequence: 'copy.sequence + 1',
    created_at: 'copy.at + 1000',
    data: `replace(t.data::text, copy.template, copy.id)::json`,
  })
  await client.query('update customers set last_sequence = last_sequence + $2 where id = $1', [customerId, 2 * copies])
  await count(client, now)
  await client.query('drop table template, copy')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

/** How ids begin: retention and lists go by it. */
const timeDigits = (ms: string) => `(select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
  ((${ms} >> (5 * (9 - digit))) & 31)::int + 1, 1), '' order by digit) from generate_series(0, 9) digit)`

/** Every column as it is in the template, but those that are named. */
async function copyRows(
  client: pg.ClientBase,
  table: string,
  on: string,
  changed: Record<string, string>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'
      order by ordinal_position`,
    [table],
  )
  const columns = rows.map(({ name }) => changed[name] ?? `t.${name}`)
  const templates = `(select * from ${table}) t`
  await client.query(`insert into ${table} select ${columns.join(', ')} from copy join ${templates} on ${on}`)
}

/** Sums of every level, from the transactions. */
async function count(client: pg.ClientBase, now: number): Promise<void> {
  const { rows } = await client.query<{
    subject_id: string
    total: number
    month_total: number
  }>(
    `select s.subject_id, sum(t.settled_amount) as total,
        coalesce(sum(t.settled_amount) filter (where t.created_at >= $1), 0) as month_total
      from spend s join transactions t on s.subject_id in (t.card_id, t.agent_id, t.customer_id)
      group by 1`,
    [Date.UTC(Math.floor(utcMonth(now) / 100), (utcMonth(now) % 100) - 1)],
  )
  for (const { subject_id, total, month_total } of rows) {
    const all = await recentEntries(client, subject_id, now)
    const folded = foldEntries(all, now)
    const older = Math.max(0, folded.length - KEPT_RECENT)
    const recent = encodeEntries(folded.slice(older))
    const version = `of ${now}`
    await client.query(
      `update spend set total = $2, month_total = $3, recent = $4, history_version = $5 where subject_id = $1`,
      [subject_id, total, month_total, recent, version],
    )
    await client.query(
      `insert into spend_history (subject_id, account_id, customer_id, version, entries)
        select subject_id, account_id, customer_id, $2, $3 from spend where subject_id = $1
        on conflict (subject_id) do update set version = excluded.version, entries = excluded.entries`,
      [subject_id, version, encodeEntries(folded.slice(0, older))],
    )
  }
}

async function recentEntries(client: pg.ClientBase, subjectId: string, now: number): Promise<SpendEntry[]> {
  const { rows } = await client.query<SpendEntry>(
    `select created_at as at, settled_amount as amount, 1 as count from transactions
      where $1 in (card_id, agent_id, customer_id) and created_at > $2 order by created_at`,
    [subjectId, now - WEEK_MS],
  )
  return rows
}
