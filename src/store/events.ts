import type { Selectable } from 'kysely'
import type { EventType } from '../contract/events.ts'
import type { Db } from './database.ts'
import { matching, newestFirst, type PageRequest } from './keyset.ts'
import type { EventRow } from './tables.ts'

export type StoredEvent = Selectable<EventRow>

export interface EventQuery extends PageRequest {
  readonly type?: EventType | undefined
}

export const findEvent = (db: Db, accountId: string, id: string): Promise<StoredEvent | undefined> =>
  db.selectFrom('events').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const listEvents = (db: Db, accountId: string, query: EventQuery): Promise<StoredEvent[]> =>
  newestFirst(
    db
      .selectFrom('events')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(matching<EventRow>({ type: query.type })),
    query,
  ).execute()
