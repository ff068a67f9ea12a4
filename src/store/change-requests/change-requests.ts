import { sql } from 'kysely'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { type NamedApprovalAsk, namedApprovalAskReaders } from '../asks/named-asks.ts'
import type { Db } from '../connection/db.ts'
import { rowsOfOneOwnerSql } from '../statements/keyset.ts'
import { levelNameColumns } from '../statements/names.ts'

export type NamedChangeRequest = NamedApprovalAsk<ChangeRequestState>

const asks = namedApprovalAskReaders(changeRequestsTable)
export const findChangeRequest = asks.find
export const lockChangeRequest = asks.lock
export const listChangeRequests = asks.list
export const countWaitingChangeRequests = asks.countWaiting

/** Finds the newest change request that asks for the same change of the same card or agent. */
export async function findSameChangeRequest(
  db: Db,
  { customerId, fingerprint }: Pick<ChangeRequestState, 'customerId' | 'fingerprint'>,
): Promise<NamedChangeRequest | undefined> {
  const row = await db
    .selectFrom('change_requests')
    .selectAll()
    .select(levelNameColumns('change_requests'))
    .where('bucket', '=', bucketOfId(customerId))
    .where(rowsOfOneOwnerSql(sql.ref('fingerprint'), fingerprint))
    .orderBy('fingerprint', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && asks.withNames(row)
}
