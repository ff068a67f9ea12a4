import { sql } from 'kysely'
import { currencyCodes } from '../../domain/currencies.ts'
import { rollupScopeOfAccount } from '../../domain/rollups/spend-shares.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'

/**
 * Lists the currencies, other than `first`, in which customers of an account have bought anything, in the order of their codes. Each
 * currency that there is costs one look-up in the index of the sums, whatever number of customers the account has.
 */
export async function currenciesOfSums(db: Db, accountId: string, first: string): Promise<string[]> {
  const others = currencyCodes.filter((code) => code !== first)
  const rows = await readRowsBySql(
    db,
    sql<{ currency: string }>`select other.currency
      from unnest(${others}::text[], ${others.map((code) => rollupScopeOfAccount(accountId, code))}::text[]) as other (currency, scope_id)
        cross join lateral (select from spend_sums s where s.bucket = ${bucketOfId(accountId)} and s.scope_id = other.scope_id
          and s.grouped_by = 'none' and s.length = 'day' limit 1) s
      order by other.currency`,
  )
  return rows.map(({ currency }) => currency)
}
