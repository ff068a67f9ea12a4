import { sql, type RawBuilder } from 'kysely'
import { type SpendRollupGroup, rollupStartsIn, type RollupLength } from '../../domain/rollups/spend-shares.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { boundedSpendSumSql } from '../statements/bounded-sum.ts'

interface SumsOfScope {
  readonly scopeId: string
  readonly bucket: RollupLength
  readonly from: number
  readonly to: number
}

/**
 * Writes SQL that selects the sums of purchases without a cost center, as the group with the empty key. They are not stored: they are what
 * all purchases have less what those with a cost center (`assigned`) have.
 */
export function sumsWithoutCostCenter({ scopeId, bucket, ...range }: SumsOfScope): RawBuilder<unknown> {
  const stored = (group: SpendRollupGroup) => sql`lateral (select s.* from spend_sums s
    where s.bucket = ${bucketOfId(scopeId)} and s.scope_id = ${scopeId} and s.grouped_by = ${group} and s.length = ${bucket}
      and s.start = slice.start and s.group_key = '' limit 1)`
  return sql`select slice.start, ''::text collate "C" as group_key, ${LEFT}
    from unnest(${rollupStartsIn(bucket, range)}::bigint[]) as slice (start)
      cross join ${stored('none')} whole left join ${stored('assigned')} assigned on true
    where (${WHOLE}) is distinct from (${ASSIGNED})`
}

const SUMS = ['approved_count', 'approved_amount', 'declined_count', 'declined_amount'] as const
const listOf = (text: (name: (typeof SUMS)[number]) => string) => sql.raw(SUMS.map(text).join(', '))
const WHOLE = listOf((name) => `whole.${name}`)
const ASSIGNED = listOf((name) => `assigned.${name}`)
const LEFT = listOf(
  (name) => `${boundedSpendSumSql(`whole.${name} - coalesce(assigned.${name}, 0)`)}::bigint as ${name}`,
)
