import { sql, type Selectable, type SqlBool } from 'kysely'
import type { EventType } from '../../contract/events.ts'
import { transactionDecisionEvent, decisionEventId, transactionIdOfEvent } from '../../domain/batch/decision-event.ts'
import type { Db } from '../connection/db.ts'
import { smallestIdMadeAt } from '../../lib/ids.ts'
import { rowByIdSql } from '../sharding/by-id.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { type IdRange, listRowsNewestFirst, type ListPageRequest } from '../statements/keyset.ts'
import { isInAccountSql } from '../statements/scope.ts'
import type { EventRow } from '../rows/outbox.ts'
import { type StoredTransaction, transactionStates } from '../rows/transactions.ts'
import { withEventRecords } from './event-records.ts'

export type StoredEvent = Pick<Selectable<EventRow>, 'id' | 'type' | 'data' | 'created_at'>

export interface EventQuery extends ListPageRequest {
  readonly type?: EventType | undefined
  /** Only events that were made before this time are listed, in Unix milliseconds. An event of exactly this time is not listed. */
  readonly before?: number | undefined
  /** Only events that were made after this time are listed, in Unix milliseconds. Older events may be deleted. */
  readonly keptAfter: number
}

/** Finds a stored event, or the event of a decision, which is made from its transaction. */
export async function findEvent(
  db: Db,
  { accountId, id, keptAfter }: { accountId: string; id: string; keptAfter: number },
): Promise<StoredEvent | undefined> {
  const own = db.selectFrom('events').selectAll().where(rowByIdSql(id)).where(isInAccountSql(accountId))
  const stored = await own.executeTakeFirst()
  if (stored !== undefined) return (await withEventRecords(db, [stored]))[0]
  const ofDecision = decisions(db, keptAfter)
    .where(rowByIdSql(transactionIdOfEvent(id)))
    .where(isInAccountSql(accountId))
  const decision = await ofDecision.executeTakeFirst()
  return decision === undefined || decisionEventId(decision.id) !== id ? undefined : eventOfDecision(decision)
}

const indexes = [['account_id', 'type'], ['account_id']] as const

/** Lists stored events and events of decisions together. Up to a page of each kind is read, and the newest of both kinds make the page. */
export async function listEvents(db: Db, accountId: string, query: EventQuery): Promise<StoredEvent[]> {
  const page = { ...query, before: idBefore('evt', query.before) }
  const [events, decisionEvents] = await Promise.all([
    listStored(db, accountId, page),
    listDecisions(db, accountId, query),
  ])
  return [...events, ...decisionEvents].toSorted(newerFirst).slice(0, query.limit + 1)
}

/**
 * Lists stored events and events of decisions that were made at `from` or later and before `before` (Unix milliseconds), newest first. If
 * there are more than `limit`, one more is returned.
 */
export async function listEventsBetween(
  db: Db,
  accountId: string,
  { from, before, limit }: { from: number; before?: number; limit: number },
): Promise<StoredEvent[]> {
  const page = { limit, after: null, from: smallestIdMadeAt('evt', from), before: idBefore('evt', before) }
  const [events, decisionEvents] = await Promise.all([
    listStored(db, accountId, page),
    listDecisions(db, accountId, { limit, after: null, keptAfter: from - 1, before }),
  ])
  return [...events, ...decisionEvents].toSorted(newerFirst).slice(0, limit + 1)
}

/**
 * Finds when the account's newest event was made, in Unix milliseconds. Events of decisions are not stored: they are computed from
 * transactions, and count here too. Null: the account has no event.
 */
export async function newestEventAt(db: Db, accountId: string): Promise<number | null> {
  const [newest] = await listEventsBetween(db, accountId, { from: 0, limit: 0 })
  return newest?.created_at ?? null
}

const idBefore = (prefix: 'evt' | 'txn', ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : smallestIdMadeAt(prefix, ms)

const decisionsByEvent: { readonly [T in EventType]?: 'approve' | 'decline' } = {
  'transaction.created': 'approve',
  'transaction.declined': 'decline',
}

/**
 * Lists stored events, each with the record of what the event is about (`withEventRecords`). Events of decisions are made with their records
 * already.
 */
async function listStored(
  db: Db,
  accountId: string,
  { type, ...page }: ListPageRequest & IdRange & Pick<EventQuery, 'type'>,
): Promise<StoredEvent[]> {
  const filter = indexedListFilter<EventRow>(indexes, { account_id: accountId, type })
  return withEventRecords(db, await listRowsNewestFirst(db.selectFrom('events').selectAll(), filter, page).execute())
}

async function listDecisions(db: Db, accountId: string, query: EventQuery): Promise<StoredEvent[]> {
  const decision = query.type && decisionsByEvent[query.type]
  if (query.type !== undefined && decision === undefined) return []
  const after = query.after && transactionIdOfEvent(query.after)
  const filter = indexedListFilter<StoredTransaction>([['account_id']], {
    account_id: accountId,
    decision,
    type: 'authorization',
  })
  const { limit, keptAfter } = query
  const page = { limit, after, from: smallestIdMadeAt('txn', keptAfter + 1), before: idBefore('txn', query.before) }
  return (await listRowsNewestFirst(db.selectFrom('transactions').selectAll(), filter, page).execute()).map(
    eventOfDecision,
  )
}

const decisions = (db: Db, keptAfter: number) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('type', '=', 'authorization')
    .where(sql<SqlBool>`(id >= ${smallestIdMadeAt('txn', keptAfter + 1)}) is true`)

/** Makes the event of a decision. Events only say whether there is a trace, so only its first entry is unpacked. */
export function eventOfDecision(row: StoredTransaction): StoredEvent {
  const { id, type, data, at } = transactionDecisionEvent(
    transactionStates.state({ ...row, trace: row.trace.slice(0, 1), shadow: null }),
  )
  return { id, type, data, created_at: at }
}

const newerFirst = (a: StoredEvent, b: StoredEvent): number => (a.id < b.id ? 1 : -1)
