import { sql } from 'kysely'
import type { Merchant } from '../../domain/entities.ts'
import type { Db } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import { givenIdsQueryTable, bucketOfRowsJoinedToIds } from '../statements/given-rows.ts'

/** The purchase that a posting is about, with its approval where a person or a key gave one. */
export interface PurchaseOfPosting {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
  readonly currency: string
  readonly merchant: Merchant
  readonly costCenter: string | null
  readonly intentId: string | null
  readonly subscriptionId: string | null
  readonly approval: { readonly by: string; readonly at: number; readonly note: string | null } | null
}

interface PurchaseRow {
  readonly id: string
  readonly customer_id: string
  readonly agent_id: string | null
  readonly card_id: string
  readonly currency: string
  readonly merchant: Merchant
  readonly cost_center: string | null
  readonly intent_id: string | null
  readonly subscription_id: string | null
  readonly decided_by: string | null
  readonly decided_at: number | null
  readonly note: string | null
}

/** Reads the purchases of postings, by the ids of their transactions. */
export async function purchasesOfPostings(db: Db, ids: readonly string[]): Promise<Map<string, PurchaseOfPosting>> {
  if (ids.length === 0) return new Map()
  const rows = await readRowsBySql(
    db,
    sql<PurchaseRow>`select t.id, t.customer_id, t.agent_id, t.card_id, t.currency, t.merchant, t.cost_center, t.intent_id,
        t.subscription_id, a.decided_by, a.decided_at, a.note
      from ${givenIdsQueryTable(ids)} join transactions t on t.bucket = ${bucketOfRowsJoinedToIds(ids, 'given.bucket')} and t.id = given.id
        left join lateral (select a.decided_by, a.decided_at, a.note from approvals a
          where a.bucket = t.bucket and a.intent_id = t.intent_id and a.status = 'approved' limit 1) a on true`,
  )
  return new Map(rows.map((row) => [row.id, purchaseOf(row)]))
}

const purchaseOf = (row: PurchaseRow): PurchaseOfPosting => ({
  customerId: row.customer_id,
  agentId: row.agent_id,
  cardId: row.card_id,
  currency: row.currency,
  merchant: row.merchant,
  costCenter: row.cost_center,
  intentId: row.intent_id,
  subscriptionId: row.subscription_id,
  approval:
    row.decided_by === null || row.decided_at === null
      ? null
      : { by: row.decided_by, at: row.decided_at, note: row.note },
})
