import type { Selectable } from 'kysely'
import { fillerChange } from '../audit/audited-rows.ts'
import { rowById, withBucketOfId } from '../sharding/by-id.ts'
import type { LockedCustomer } from '../locks/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matchingFilters } from '../statements/filters.ts'
import { jsonText } from '../statements/json.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { isVisibleSql, type VisibleScope } from '../statements/scope.ts'
import type { FillerRow } from '../rows/access-tables.ts'

export type StoredFiller = Selectable<FillerRow>

export const findFiller = (db: Db, scope: VisibleScope, id: string): Promise<StoredFiller | undefined> =>
  db.selectFrom('fillers').selectAll().where(rowById(id)).where(isVisibleSql(scope)).executeTakeFirst()

export const listFillers = (db: Db, agentId: string, page: PageRequest): Promise<StoredFiller[]> =>
  newestFirst(
    db.selectFrom('fillers').selectAll(),
    matchingFilters<FillerRow>([['agent_id']], { agent_id: agentId }),
    page,
  ).execute()

export async function insertFiller(locked: LockedCustomer, filler: StoredFiller): Promise<void> {
  const row = { ...locked.own(filler), public_key: jsonText(filler.public_key) }
  await locked.tx.insertInto('fillers').values(withBucketOfId(filler.id, row)).execute()
  locked.audit.record(fillerChange(null, filler))
}

export async function deleteFiller(locked: LockedCustomer, filler: StoredFiller): Promise<void> {
  await locked.tx
    .deleteFrom('fillers')
    .where(rowById(locked.own(filler).id))
    .execute()
  locked.audit.record(fillerChange(filler, null))
}
