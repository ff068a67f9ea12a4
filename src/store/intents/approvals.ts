import type { Selectable } from 'kysely'
import type { ApprovalStatus } from '../../contract/resources/intents.ts'
import { byId } from '../sharding/by-id.ts'
import type { Db } from '../connection/db.ts'
import { matching } from '../statements/filters.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { inAccount } from '../statements/scope.ts'
import { nameColumns, type NameColumns } from '../statements/names.ts'
import { originSeen } from './seen-origins.ts'
import type { ApprovalRow } from '../rows/tables.ts'

export type Approval = Selectable<ApprovalRow> & NameColumns & { readonly origin_seen: boolean }

export interface ApprovalQuery extends PageRequest {
  readonly status?: ApprovalStatus | undefined
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
}

export const findApproval = (db: Db, accountId: string, id: string): Promise<Approval | undefined> =>
  named(db).where(byId(id)).where(inAccount(accountId)).executeTakeFirst()

/** Finds the approval of an intent. Undefined: the intent needed no approval. */
export const findApprovalOf = (db: Db, intentId: string): Promise<Selectable<ApprovalRow> | undefined> =>
  db.selectFrom('approvals').selectAll().where(byId(intentId, 'intent_id')).executeTakeFirst()

const indexes = [['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

export const listApprovals = (db: Db, accountId: string, query: ApprovalQuery): Promise<Approval[]> =>
  newestFirst(
    named(db),
    matching<ApprovalRow>(indexes, {
      account_id: accountId,
      status: query.status,
      customer_id: query.customerId,
      agent_id: query.agentId,
    }),
    query,
  ).execute()

const named = (db: Db) =>
  db.selectFrom('approvals').selectAll().select(nameColumns('approvals')).select(originSeen.as('origin_seen'))
