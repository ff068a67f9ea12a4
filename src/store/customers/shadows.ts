import { sql } from 'kysely'
import type { PolicyLevel } from '../../contract/policy.ts'
import type { ShadowVerdict } from '../../domain/transactions/transaction.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'

export interface ShadowedDecision {
  readonly accountId: string
  readonly level: PolicyLevel
  readonly id: string
  /** Only purchases from this moment on are compared with the shadow policy's decisions, in Unix milliseconds. */
  readonly since: number
  /** How many of the newest purchases are compared with the shadow policy's decisions, at most. */
  readonly most: number
}

export interface ShadowCounts {
  readonly decisions: number
  readonly would_decline: number
  readonly would_approve: number
}

export interface ShadowDifferenceRow {
  readonly id: string
  readonly card_id: string
  readonly created_at: number
  readonly amount: number
  readonly decision: 'approve' | 'decline'
  readonly shadow: ShadowVerdict
}

/** Counts how often shadow policies decided differently, in the newest purchases beneath a level. */
export async function countShadowDecisions(db: Db, shadowed: ShadowedDecision): Promise<ShadowCounts> {
  const query = sql<ShadowCounts>`select count(*)::float8 as decisions,
      count(*) filter (where decision = 'approve' and would = 'decline')::float8 as would_decline,
      count(*) filter (where decision = 'decline' and would = 'approve')::float8 as would_approve
    from (select decision, shadow->>'decision' as would ${newest(shadowed)}) looked where would is not null`
  const [counts] = await readRowsBySql(db, query)
  return counts ?? { decisions: 0, would_decline: 0, would_approve: 0 }
}

/** Lists the newest purchases that the shadow policy decided differently. */
export const listShadowDifferences = (
  db: Db,
  shadowed: ShadowedDecision,
  limit: number,
): Promise<ShadowDifferenceRow[]> =>
  readRowsBySql(
    db,
    sql<ShadowDifferenceRow>`select * from (select id, card_id, created_at, amount, decision, shadow ${newest(shadowed)}) looked
      where shadow is not null and shadow->>'decision' <> decision order by id desc limit ${limit}`,
  )

/** SQL for the first expression of the index by which the purchases of a customer, an agent or a card are read. */
const owner: Readonly<Record<PolicyLevel, string>> = {
  customer: "account_id || ' ' || customer_id",
  agent: 'agent_id',
  card: 'card_id',
}

/**
 * SQL for the newest purchases beneath a level. The level is compared as in `onlyBy`, so that PostgreSQL takes their order from the level's
 * own index and no other.
 */
const newest = ({ accountId, level, id, since, most }: ShadowedDecision) =>
  sql`from transactions
    where bucket = ${bucketOfId(id)} and ${sql.raw(owner[level])} = any(array[${level === 'customer' ? `${accountId} ${id}` : id}])
      and id >= ${smallestIdMadeAt('txn', since)}
    order by ${sql.raw(owner[level])} desc, id desc limit ${most}`
