import type { BoughtMerchants } from '../../../domain/entities.ts'
import { BoughtMerchantNames, MOST_BOUGHT_MERCHANTS } from '../../../domain/memories/bought-merchant-names.ts'
import { recognizedKey } from '../../../domain/merchant-match/merchant-match.ts'
import { givenRowsTableSql, givenRowsSqlParameters } from '../../statements/given-rows.ts'
import { merchantKeyOfStoredText, storedMerchantKey } from '../../rows/merchant-key.ts'
import type { BoughtMerchantsUpTo } from '../cache/cached-customer.ts'
import type { DatabaseTransactionConnection } from '../../connection/transaction.ts'
import type { PreparedStatement } from '../../statements/query.ts'
import type { RuleMemoryReader, RuleMemoryReadOptions } from './reader.ts'

/**
 * After how many further journal entries the names of a customer's merchants are stored again, so that the purchases before need not be
 * read again.
 */
const STORE_AFTER = 400

interface Row {
  readonly id: string
  /** The sequence of the last purchase whose merchant is among the stored names. Null: no names are stored. */
  readonly upto: number | null
  /** The stored names of merchants and their keys, the newest first. Null: this node has all of them. */
  readonly names: string[] | null
  readonly keys: string[] | null
  /**
   * The names of the merchants of later purchases, which are neither in this node's copy nor among the stored names. Null: there are no
   * such purchases.
   */
  readonly newer: (string | null)[] | null
  readonly newer_keys: string[] | null
  readonly last: number | null
}

/**
 * Reads the names of the merchants where customers have bought. A node keeps the names, and reads those of later purchases alone.
 */
export const boughtMerchantsReader: RuleMemoryReader<BoughtMerchants> = {
  read: (connection, { needing }, reading) => {
    const ids = new Set(needing.map(({ customerId }) => customerId))
    return readBoughtMerchants(connection, [...ids], reading)
  },
}

async function readBoughtMerchants(
  connection: DatabaseTransactionConnection,
  ids: readonly string[],
  { cache, isLocked }: RuleMemoryReadOptions,
): Promise<Map<string, BoughtMerchants>> {
  // The cached customers are taken before the statement: the cache may discard one of them meanwhile, because its journal was replaced, and
  // begin it anew without names.
  const cached = new Map(ids.map((id) => [id, cache.get(id)]))
  const sequences = ids.map((id) => cached.get(id)?.bought?.sequence ?? 0)
  const rows = await connection.rows<Row & { [column: string]: unknown }>(
    selectBought,
    givenRowsSqlParameters(ids, [ids, sequences]),
  )
  const read = rows.map((row) => ({ ...row, bought: withRead(cached.get(row.id)?.bought ?? null, row) }))
  for (const { id, bought } of read) cached.get(id)?.setBought(bought)
  const stale = read.filter(({ bought, upto }) => isLocked && bought.sequence - (upto ?? 0) >= STORE_AFTER)
  if (stale.length > 0) await connection.rows(storeBought, parametersOf(stale))
  return new Map(read.map(({ id, bought }) => [id, bought.names]))
}

/**
 * Adds the names of merchants that were read to those that this node knows. Names that another transaction of this node has added meanwhile
 * stay.
 */
function withRead(
  known: BoughtMerchantsUpTo | null,
  { upto, names: stored, keys, newer, newer_keys, last }: Row,
): BoughtMerchantsUpTo {
  const names = known?.names ?? new BoughtMerchantNames()
  const add = (name: string | null, key: string | undefined) => {
    if (name !== null) names.add(name, merchantKeyOfStoredText(key) ?? recognizedKey(name))
  }
  for (const [index, name] of (stored ?? []).toReversed().entries()) add(name, keys?.at(-1 - index))
  for (const [index, name] of (newer ?? []).entries()) add(name, newer_keys?.[index])
  return { names, sequence: Math.max(known?.sequence ?? 0, upto ?? 0, last ?? 0) }
}

function parametersOf(stale: readonly { readonly id: string; readonly bought: BoughtMerchantsUpTo }[]): unknown[] {
  const ids = stale.map(({ id }) => id)
  const all = stale.map(({ bought }) => bought.names.newestFirst())
  return givenRowsSqlParameters<unknown>(ids, [
    ids,
    stale.map(({ bought }) => bought.sequence),
    all.map((names) => JSON.stringify(names.map(([name]) => name))),
    all.map((names) => JSON.stringify(names.map(([, key]) => storedMerchantKey(key)))),
  ])
}

const selectBought: PreparedStatement = {
  name: 'select-bought-merchants',
  text: `select given.id, known.upto, known.names, known.keys, tail.newer, tail.newer_keys, tail.last
    from ${givenRowsTableSql({ id: 'text', sequence: 'bigint' })}
    left join lateral (
      select upto, case when upto > given.sequence then names end as names,
        case when upto > given.sequence and keys_upto = upto then keys end as keys
      from bought_merchants where bucket = given.bucket and customer_id = given.id) known on true
    left join lateral (
      select array_agg(name order by last) as newer, array_agg(merchant_key order by last) as newer_keys, max(last) as last from (
        select merchant ->> 'name' as name, merchant_key, max(sequence) as last
        from transactions where bucket = given.bucket and customer_id = given.id
          and sequence > greatest(coalesce(known.upto, 0), given.sequence)
          and decision = 'approve' and type = 'authorization' and amount > 0
        group by 1, 2 order by 3 desc limit ${MOST_BOUGHT_MERCHANTS}) each) tail on true`,
}
const storeBought: PreparedStatement = {
  name: 'store-bought-merchants',
  text: `insert into bought_merchants (bucket, customer_id, upto, names, keys, keys_upto)
    select bucket, id, upto, names::json, keys::json, upto from ${givenRowsTableSql({ id: 'text', upto: 'bigint', names: 'text', keys: 'text' })}
    on conflict (customer_id, bucket) do update set upto = excluded.upto, names = excluded.names, keys = excluded.keys,
      keys_upto = excluded.keys_upto`,
}
