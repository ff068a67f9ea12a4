import type { Selectable } from 'kysely'
import type { ApprovalStatus } from '../contract/intents.ts'
import type { Db, Tx } from './database.ts'
import { json } from './json.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import type { ApprovalRow } from './tables.ts'

export type Approval = Selectable<ApprovalRow>

export interface ApprovalQuery extends PageRequest {
  readonly status?: ApprovalStatus | undefined
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
}

export const findApproval = (db: Db, accountId: string, id: string): Promise<Approval | undefined> =>
  db.selectFrom('approvals').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const listApprovals = (db: Db, accountId: string, query: ApprovalQuery): Promise<Approval[]> =>
  newestFirst(
    db
      .selectFrom('approvals')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(matching<ApprovalRow>({ status: query.status, customer_id: query.customerId, agent_id: query.agentId })),
    query,
  ).execute()

export async function insertApproval(tx: Tx, approval: Approval): Promise<void> {
  await tx
    .insertInto('approvals')
    .values({ ...approval, subject: json(approval.subject) })
    .execute()
}

type Ending = Pick<Approval, 'status' | 'decided_by' | 'decided_at' | 'note'>

/** Ends the wait of an intent, if it waits. The caller holds its customer's lock. */
export async function endApproval(tx: Tx, intentId: string, ending: Ending): Promise<void> {
  await tx
    .updateTable('approvals')
    .set(ending)
    .where('intent_id', '=', intentId)
    .where('status', '=', 'pending')
    .execute()
}
