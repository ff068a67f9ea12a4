import { rowByIdSql } from '../sharding/by-id.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import { idRangeOfTimeRange, type TimeRange } from '../statements/time-range.ts'
import type { AuditEntryRow } from '../rows/audit-tables.ts'

export interface AuditQuery extends ListPageRequest {
  readonly resourceId?: string | undefined
  readonly actorId?: string | undefined
  readonly operation?: string | undefined
  /** Only audit entries that were made in this range of time are listed. */
  readonly created?: TimeRange | undefined
}

const indexes = [
  ['account_id', 'resource_id'],
  ['account_id', 'actor_id'],
  ['account_id', 'operation'],
  ['account_id'],
] as const

export function listAuditEntries(db: Db, accountId: string, query: AuditQuery): Promise<AuditEntryRow[]> {
  const { created = {}, limit, after } = query
  const filter = indexedListFilter<AuditEntryRow>(indexes, {
    account_id: accountId,
    resource_id: query.resourceId,
    actor_id: query.actorId,
    operation: query.operation,
  })
  const ids = idRangeOfTimeRange('aud', created)
  return listRowsNewestFirst(db.selectFrom('audit_entries').selectAll(), filter, { limit, after, ...ids }).execute()
}

export const findAuditEntry = (db: Db, accountId: string, id: string): Promise<AuditEntryRow | undefined> =>
  db.selectFrom('audit_entries').selectAll().where(rowByIdSql(id)).where(isInAccountSql(accountId)).executeTakeFirst()
