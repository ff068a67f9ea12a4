import { fillerAuditChange } from '../audit/audited-rows.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isRowVisibleToCallerSql, type CallerVisibleScope } from '../statements/scope.ts'
import { type FillerState, fillersTable } from '../rows/access-tables.ts'
import type { TableRow } from '../statements/table-types.ts'

export const findFiller = (db: Db, scope: CallerVisibleScope, id: string): Promise<FillerState | undefined> =>
  fillersTable.first(db.selectFrom('fillers').selectAll().where(rowByIdSql(id)).where(isRowVisibleToCallerSql(scope)))

export function listFillers(db: Db, agentId: string, page: ListPageRequest): Promise<FillerState[]> {
  const ofAgent = indexedListFilter<TableRow<typeof fillersTable>>([['agent_id']], { agent_id: agentId })
  return fillersTable.all(listRowsNewestFirst(db.selectFrom('fillers').selectAll(), ofAgent, page))
}

export async function insertFiller(locked: LockedCustomer, filler: FillerState): Promise<void> {
  await locked.tx
    .insertInto('fillers')
    .values(fillersTable.row(locked.own(filler)))
    .execute()
  locked.audit.record(fillerAuditChange(null, filler))
}

export async function deleteFiller(locked: LockedCustomer, filler: FillerState): Promise<void> {
  await locked.tx
    .deleteFrom('fillers')
    .where(rowByIdSql(locked.own(filler).id))
    .execute()
  locked.audit.record(fillerAuditChange(filler, null))
}
