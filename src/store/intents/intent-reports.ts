import { sql } from 'kysely'
import type { IntentReport } from '../../contract/resources/intents.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Db } from '../connection/db.ts'
import { rowsOfOneOwnerSql } from '../statements/keyset.ts'

/** An intent that its agent has reported about, with the merchant that the intent names. */
export interface ReportedIntent {
  readonly merchant: string | null
  readonly report: IntentReport
}

/** Reads what an agent has reported about its newest intents. `most`: how many intents are looked at. `isPartial`: the agent has more. */
export async function intentReportsOfAgent(
  db: Db,
  agentId: string,
  most: number,
): Promise<{ intents: ReportedIntent[]; isPartial: boolean }> {
  const rows = await db
    .selectFrom('intents')
    .select(['report', sql<string | null>`declared ->> 'expectedMerchant'`.as('merchant')])
    .where('bucket', '=', bucketOfId(agentId))
    .where(rowsOfOneOwnerSql(sql.ref('agent_id'), agentId))
    .orderBy('agent_id', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute()
  const intents = rows.slice(0, most).flatMap(({ merchant, report }) => (report === null ? [] : [{ merchant, report }]))
  return { intents, isPartial: rows.length > most }
}
