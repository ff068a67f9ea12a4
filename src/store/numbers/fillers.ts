import { fillerChange } from '../audit/audited-rows.ts'
import { rowById } from '../sharding/by-id.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matchingFilters } from '../statements/filters.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'
import { type FillerState, fillersTable } from '../rows/access-tables.ts'
import type { TableRow } from '../statements/table-types.ts'

export const findFiller = (db: Db, scope: VisibleScope, id: string): Promise<FillerState | undefined> =>
  fillersTable.first(db.selectFrom('fillers').selectAll().where(rowById(id)).where(isVisibleSql(scope)))

export function listFillers(db: Db, agentId: string, page: PageRequest): Promise<FillerState[]> {
  const ofAgent = matchingFilters<TableRow<typeof fillersTable>>([['agent_id']], { agent_id: agentId })
  return fillersTable.all(newestFirst(db.selectFrom('fillers').selectAll(), ofAgent, page))
}

export async function insertFiller(locked: LockedCustomer, filler: FillerState): Promise<void> {
  await locked.tx
    .insertInto('fillers')
    .values(fillersTable.row(locked.own(filler)))
    .execute()
  locked.audit.record(fillerChange(null, filler))
}

export async function deleteFiller(locked: LockedCustomer, filler: FillerState): Promise<void> {
  await locked.tx
    .deleteFrom('fillers')
    .where(rowById(locked.own(filler).id))
    .execute()
  locked.audit.record(fillerChange(filler, null))
}
