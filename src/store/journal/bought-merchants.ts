import type { Policy } from '../../contract/policy.ts'
import type { WorkingSet } from '../../domain/batch/working-set.ts'
import { givenRows, GIVEN_IDS, givenParameters, idParameters } from '../sharding/given-rows.ts'
import type { Connection, Statement } from './transaction.ts'

/** How many merchants are remembered for each customer, the newest. A purchase at a forgotten merchant counts as a first purchase again. */
const MOST_NAMES = 2000
/** After how many further purchases the names that were read are stored, so that the purchases before are not read again. */
const STORE_AFTER = 200

interface Row {
  readonly id: string
  readonly names: string[] | null
  readonly newer: (string | null)[] | null
  readonly purchases: number
  readonly last: number | null
}

type Levels = Pick<WorkingSet, 'customers' | 'agents' | 'cards'>

/**
 * Reads the names of the merchants where customers have bought, by customer: of those customers for whose cards a policy or a shadow policy
 * asks about first purchases. For all others nothing is sent. `isLocked`: the customers are locked, and what was read may be stored.
 */
export async function readBoughtMerchants(
  connection: Connection,
  levels: Levels,
  { isLocked }: { isLocked: boolean },
): Promise<Map<string, string[]>> {
  const ids = customersThatAsk(levels)
  if (ids.length === 0) return new Map()
  const rows = await connection.rows<Row & { [column: string]: unknown }>(selectBought, idParameters(ids))
  const read = rows.map(({ id, names, newer, purchases, last }) => {
    const known = [...new Set([...(newer ?? []).filter((name) => name !== null), ...(names ?? [])])]
    return { id, names: known.slice(0, MOST_NAMES), purchases, last }
  })
  const stale = read.filter(({ purchases, last }) => isLocked && purchases >= STORE_AFTER && last !== null)
  if (stale.length > 0) {
    await connection.rows(
      storeBought,
      givenParameters(
        stale.map(({ id }) => id),
        [stale.map(({ id }) => id), stale.map(({ last }) => last), stale.map(({ names }) => JSON.stringify(names))],
      ),
    )
  }
  return new Map(read.map(({ id, names }) => [id, names]))
}

function customersThatAsk({ customers, agents, cards }: Levels): string[] {
  const asking = new Set<string>()
  for (const { customerId, agentId, policy, shadowPolicy } of cards.values()) {
    const customer = customers.get(customerId)
    const agent = agents.get(agentId ?? '')
    const policies = [
      policy,
      shadowPolicy,
      agent?.policy,
      agent?.shadowPolicy,
      customer?.policy,
      customer?.shadowPolicy,
    ]
    if (policies.some(asks)) asking.add(customerId)
  }
  return [...asking]
}

const asks = (policy: Policy | undefined): boolean => policy?.newMerchant === 'approve'

const selectBought: Statement = {
  name: 'select-bought-merchants',
  text: `select given.id, known.names, tail.newer, coalesce(tail.purchases, 0)::float8 as purchases, tail.last
    from ${GIVEN_IDS}
    left join lateral (
      select upto, names from bought_merchants where bucket = given.bucket and customer_id = given.id) known on true
    left join lateral (
      select array_agg(distinct merchant ->> 'name') as newer, count(*) as purchases, max(sequence) as last
      from transactions where bucket = given.bucket and customer_id = given.id and sequence > coalesce(known.upto, 0)
        and decision = 'approve' and type = 'authorization' and amount > 0) tail on true`,
}
const storeBought: Statement = {
  name: 'store-bought-merchants',
  text: `insert into bought_merchants (bucket, customer_id, upto, names)
    select bucket, id, upto, names::json from ${givenRows({ id: 'text', upto: 'bigint', names: 'text' })}
    on conflict (customer_id, bucket) do update set upto = excluded.upto, names = excluded.names`,
}
