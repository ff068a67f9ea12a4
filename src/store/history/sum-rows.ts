import { DEFAULT_CURRENCY } from '../../domain/currencies.ts'
import { storedSpendRollupKinds } from '../../domain/rollups/spend-shares.ts'
import { BLANKS } from '../statements/blanks.ts'
import { boundedSpendSumSql } from '../statements/bounded-sum.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

/**
 * A stored spend rollup that differs from the sum of its journal entries. `stored` is null if the rollup is missing. `folded` is null if
 * there should be no such rollup.
 */
export interface WrongRollup {
  readonly scope_id: string
  readonly grouped_by: string
  readonly length: string
  readonly start: number
  readonly group_key: string
  readonly stored: readonly number[] | null
  readonly folded: readonly number[] | null
}

const SPEND = ['approved_count', 'approved_amount', 'declined_count', 'declined_amount'] as const
const POSTED = ['authorized_amount', 'held_amount', 'captured_amount', 'refunded_amount'] as const
const SUMS = [...SPEND, ...POSTED] as const

/** SQL of an account's scope in the customer's currency: see `rollupScopeOfAccount`. */
const ACCOUNT_SCOPE = `case when c.currency = '${DEFAULT_CURRENCY}' then c.account_id else c.currency || ':' || c.account_id end`
/** SQL of the cents that a step adds to the spend. */
const CHANGE = '(select coalesce(sum((part ->> 1)::bigint), 0) from json_array_elements(s.counted) part)'
/** The text if the entry is one of those that the rollups include as spend, or as a posting; else 0. */
const ifSpend = (entry: string, text: string) => `case when ${entry}.sequence <= f.sequence then ${text} else 0 end`
const ifPosted = (entry: string, text: string) =>
  `case when ${entry}.sequence <= f.posted_sequence then ${text} else 0 end`

/**
 * Selects what each journal entry adds to rollups: a transaction adds its decision, a step the amounts that it counts, and both the money that
 * they move. A credit is no purchase. A decline in another currency adds its amount only to `mixed_amount`: versions before currencies counted
 * it, so that a stored sum may still contain it.
 */
const facts = `
  select ${ACCOUNT_SCOPE} as account_id, t.customer_id, t.agent_id, t.card_id, t.created_at as at, t.merchant, t.cost_center,
    case when t.decision = 'decline' then array(select distinct r ->> 'code' from json_array_elements(t.reasons) r) else '{}' end as reasons,
    ${ifSpend('t', "(t.decision = 'approve' and t.type <> 'credit')::int")} as approved_count,
    ${ifSpend('t', "case when t.decision = 'approve' and t.type <> 'credit' then t.amount else 0 end")} as approved_amount,
    ${ifSpend('t', "(t.decision = 'decline' and t.type <> 'credit')::int")} as declined_count,
    ${ifSpend('t', "case when t.decision = 'decline' and t.type <> 'credit' and t.currency = c.currency then t.amount else 0 end")} as declined_amount,
    ${ifSpend('t', "case when t.decision = 'decline' and t.type <> 'credit' and t.currency <> c.currency then t.amount else 0 end")} as mixed_amount,
    ${ifPosted('t', "case when t.decision = 'approve' and t.type = 'authorization' then t.amount else 0 end")} as authorized_amount,
    ${ifPosted('t', "case when t.decision = 'approve' and t.type = 'authorization' then t.amount else 0 end")} as held_amount,
    ${ifPosted('t', "case when t.decision = 'approve' and t.type = 'force_capture' then t.amount else 0 end")} as captured_amount,
    ${ifPosted('t', "case when t.decision = 'approve' and t.type = 'credit' then t.amount else 0 end")} as refunded_amount
  from transactions t join spend_folds f on f.bucket = t.bucket and f.customer_id = t.customer_id and t.sequence <= f.sequence
    join customers c on c.bucket = t.bucket and c.id = t.customer_id
  union all
  select ${ACCOUNT_SCOPE} as account_id, s.customer_id, s.agent_id, s.card_id, s.at, t.merchant, t.cost_center, '{}', 0,
    ${ifSpend('s', CHANGE)}, 0, 0, 0,
    ${ifPosted('s', `case when s.kind in ('settle', 'capture', 'refund') then 0 else greatest(${CHANGE}, 0) end`)},
    ${ifPosted('s', `${CHANGE} - case when s.kind in ('settle', 'capture') then s.amount else 0 end`)},
    ${ifPosted('s', "case when s.kind in ('settle', 'capture') then s.amount else 0 end")},
    ${ifPosted('s', "case when s.kind = 'refund' then s.amount else 0 end")}
  from transaction_steps s join spend_folds f on f.bucket = s.bucket and f.customer_id = s.customer_id and s.sequence <= f.sequence
    join transactions t on t.bucket = s.bucket and t.id = s.transaction_id
    join customers c on c.bucket = s.bucket and c.id = s.customer_id`

/**
 * Finds wrong spend rollups: of all levels, or of one customer and everything beneath it. If only one customer is checked, the rollups of
 * its account are left out, because they contain other customers' purchases. The server computes the sums, on disk if its memory is too
 * small, and sends only the differences.
 */
export async function* findWrongSpendRollups(
  snapshot: DatabaseSnapshot,
  customerId: string | undefined,
): AsyncGenerator<WrongRollup> {
  const kept = storedSpendRollupKinds.filter(({ level }) => customerId === undefined || level !== 'account')
  const text = `with fact as (select fact.*, btrim(coalesce(merchant ->> 'name', ''), $1) as name, coalesce(merchant ->> 'mcc', '') as mcc
      from (${facts}) fact where ($2::text is null or customer_id = $2)
        and (approved_count, approved_amount, declined_count, authorized_amount, held_amount, captured_amount, refunded_amount)
          <> (0, 0, 0, 0, 0, 0, 0)),
    folded as (select scope.id as scope_id, kept.grouped_by, kept.length, fact.at - fact.at % kept.ms as start, key as group_key,
        array[${SUMS.map((name) => boundedSpendSumSql(`sum(${name})`)).join(', ')}]::bigint[] as sums,
        ${boundedSpendSumSql('sum(declined_amount) + sum(mixed_amount)')}::bigint as most_declined
      from fact
        cross join unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) as kept (level, grouped_by, length, ms)
        cross join lateral (select case kept.level when 'account' then account_id when 'customer' then customer_id
          when 'agent' then agent_id else card_id end as id) scope
        cross join lateral unnest(case kept.grouped_by when 'none' then array[''] when 'customer' then array[customer_id]
          when 'agent' then array[coalesce(agent_id, '')] when 'card' then array[card_id] when 'merchant' then array[name]
          when 'category' then array[mcc]
          when 'costCenter' then array_remove(array[cost_center], null)
          when 'assigned' then case when cost_center is null then '{}' else array[''] end else reasons end) as key
      where scope.id is not null group by 1, 2, 3, 4, 5),
    stored as (select scope_id, grouped_by, length, start, group_key, array[${SUMS.join(', ')}] as sums from spend_sums
      where $2::text is null or scope_id = $2 or scope_id in (select id from agents where customer_id = $2 union all
        select id from cards where customer_id = $2))
    select scope_id, grouped_by, length, start, group_key, to_json(stored.sums) as stored, to_json(folded.sums) as folded
    from stored full join folded using (scope_id, grouped_by, length, start, group_key)
    where stored.sums is distinct from folded.sums and not coalesce(stored.sums[1:3] = folded.sums[1:3]
      and stored.sums[5:] = folded.sums[5:] and stored.sums[4] between folded.sums[4] and folded.most_declined, false) order by 1, 2, 3, 4, 5`
  const values = [
    BLANKS,
    customerId ?? null,
    kept.map(({ level }) => level),
    kept.map(({ groupedBy }) => groupedBy),
    kept.map(({ length }) => length),
    kept.map(({ ms }) => ms),
  ]
  for await (const page of pagesOfSnapshotQuery<WrongRollup>(snapshot, 'wrong_sums', [text, values]))
    yield* snapshot.slices.each(page)
}
