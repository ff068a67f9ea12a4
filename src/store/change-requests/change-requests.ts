import { sql, type SqlBool } from 'kysely'
import type { ChangeRequestStatus } from '../../contract/resources/change-requests.ts'
import type { ChangeRequestState } from '../../domain/changes/change-request.ts'
import type { LevelNames } from '../../domain/names.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { AuditedTx } from '../audit/trail.ts'
import { rowById } from '../sharding/by-id.ts'
import { changeRequestsTable } from '../rows/change-requests.ts'
import { type LockedCustomer, lockWithCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { newestFirst, isOfOwnerSql } from '../statements/keyset.ts'
import { cardResourcesFilter, type CardResourcesQuery } from '../statements/of-cards.ts'
import { levelNameColumns, type LevelNameColumns, levelNamesOf } from '../statements/names.ts'
import type { SelectedRow } from '../statements/table-types.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'

/** A change request with the names of its customer, agent and card. */
export interface NamedChangeRequest extends ChangeRequestState {
  readonly names: LevelNames
}

export type ChangeRequestQuery = CardResourcesQuery<ChangeRequestStatus>

export async function findChangeRequest(
  db: Db,
  scope: VisibleScope,
  id: string,
): Promise<NamedChangeRequest | undefined> {
  const row = await named(db).where(rowById(id)).where(isVisibleSql(scope)).executeTakeFirst()
  return row && withNames(row)
}

/**
 * Locks the customer of a change request (see `lockCustomer`), and then reads the request. Undefined: the caller cannot see such a request.
 */
export async function lockChangeRequest(
  writing: AuditedTx,
  scope: VisibleScope,
  id: string,
): Promise<{ locked: LockedCustomer; request: NamedChangeRequest } | undefined> {
  const behind = await lockWithCustomer(writing, (db) => findChangeRequest(db, scope, id))
  return behind && { locked: behind.locked, request: behind.found }
}

export async function listChangeRequests(
  db: Db,
  scope: VisibleScope,
  query: ChangeRequestQuery,
): Promise<NamedChangeRequest[]> {
  const rows = await newestFirst(named(db), cardResourcesFilter(scope, query), query).execute()
  return rows.map(withNames)
}

/** Finds the newest change request that asks for the same change of the same card or agent. */
export async function findSameChangeRequest(
  db: Db,
  { customerId, fingerprint }: Pick<ChangeRequestState, 'customerId' | 'fingerprint'>,
): Promise<NamedChangeRequest | undefined> {
  const row = await named(db)
    .where('bucket', '=', bucketOf(customerId))
    .where(isOfOwnerSql(sql.ref('fingerprint'), fingerprint))
    .orderBy('fingerprint', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && withNames(row)
}

/** Counts the waiting change requests of an agent, or of a card without an agent, up to `most`. */
export async function countWaitingChangeRequests(
  db: Db,
  { agentId, cardId }: Pick<ChangeRequestState, 'agentId' | 'cardId'>,
  most: number,
): Promise<number> {
  const whose = assertPresent(agentId ?? cardId, 'a change is of a card or an agent')
  const waiting = `${whose} pending`
  const rows = await db
    .selectFrom('change_requests')
    .select('id')
    .where(sql<SqlBool>`bucket = ${bucketOf(whose)} and coalesce(agent_id, card_id) || ' ' || status = ${waiting}`)
    .limit(most)
    .execute()
  return rows.length
}

const named = (db: Db) => db.selectFrom('change_requests').selectAll().select(levelNameColumns('change_requests'))

const withNames = (row: SelectedRow<typeof changeRequestsTable> & LevelNameColumns): NamedChangeRequest => ({
  ...changeRequestsTable.state(row),
  names: levelNamesOf(row),
})
