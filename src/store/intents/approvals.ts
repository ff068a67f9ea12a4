import { sql } from 'kysely'
import type { ApprovalStatus } from '../../contract/resources/intents.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { levelNameColumns, type LevelNameColumns } from '../statements/names.ts'
import { originSeenSql } from '../outbox/seen-origins.ts'
import type { approvalsTable } from '../rows/approvals.ts'
import type { intentsTable } from '../rows/intents.ts'
import type { SelectedTableRow, TableRow } from '../statements/table-types.ts'

export type StoredApproval = SelectedTableRow<typeof approvalsTable> &
  LevelNameColumns &
  RevocationColumns &
  EndColumns & { readonly origin_seen: boolean }

/** When the intent of an approval expires: while the approval waits, somebody can decide until then. */
type EndColumns = Pick<SelectedTableRow<typeof intentsTable>, 'expires_at'>

type RevocationColumns = Pick<SelectedTableRow<typeof intentsTable>, 'revoked_by' | 'revocation_reason' | 'canceled_at'>

/** The revocation of an approval, from the columns of its intent. */
export const approvalRevocationOfRow = ({ revoked_by, revocation_reason, canceled_at }: RevocationColumns) => ({
  revokedBy: revoked_by,
  revocationReason: revocation_reason,
  canceledAt: canceled_at,
})

export interface ApprovalQuery extends ListPageRequest {
  readonly status?: ApprovalStatus | undefined
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
}

export const findApproval = (db: Db, accountId: string, id: string): Promise<StoredApproval | undefined> =>
  named(db).where(rowByIdSql(id)).where(isInAccountSql(accountId)).executeTakeFirst()

/** Finds the approval of an intent. Undefined: the intent needed no approval. */
export const findApprovalOfIntent = (
  db: Db,
  intentId: string,
): Promise<SelectedTableRow<typeof approvalsTable> | undefined> =>
  db.selectFrom('approvals').selectAll().where(rowByIdSql(intentId, 'intent_id')).executeTakeFirst()

const indexes = [['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

export const listApprovals = (db: Db, accountId: string, query: ApprovalQuery): Promise<StoredApproval[]> =>
  listRowsNewestFirst(
    named(db),
    indexedListFilter<TableRow<typeof approvalsTable>>(indexes, {
      account_id: accountId,
      status: query.status,
      customer_id: query.customerId,
      agent_id: query.agentId,
    }),
    query,
  ).execute()

const named = (db: Db) =>
  db
    .selectFrom('approvals')
    .selectAll()
    .select(levelNameColumns('approvals'))
    .select(originSeenSql.as('origin_seen'))
    .select([ofIntent('revoked_by'), ofIntent('revocation_reason'), ofIntent('canceled_at'), ofIntent('expires_at')])

const ofIntent = <Column extends keyof (RevocationColumns & EndColumns)>(column: Column) =>
  sql
    .raw<(RevocationColumns & EndColumns)[Column]>(
      `(select own.${column} from intents own where own.bucket = approvals.bucket and own.id = approvals.intent_id)`,
    )
    .as(column)
