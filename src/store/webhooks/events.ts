import { sql, type Selectable, type SqlBool } from 'kysely'
import type { EventType } from '../../contract/events.ts'
import { decisionEvent, decisionEventId, decisionOf } from '../../domain/batch/decision-event.ts'
import type { Db } from '../connection/db.ts'
import { firstId } from '../../lib/ids.ts'
import { byId } from '../sharding/by-id.ts'
import { matching } from '../statements/filters.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { inAccount } from '../statements/scope.ts'
import type { EventRow, TransactionRow } from '../rows/tables.ts'
import { transactionState } from '../transactions/transaction-state.ts'
import type { StoredTransaction } from '../transactions/transactions.ts'

export type StoredEvent = Pick<Selectable<EventRow>, 'id' | 'type' | 'data' | 'created_at'>

export interface EventQuery extends PageRequest {
  readonly type?: EventType | undefined
  /** Those of this moment and later ones are left out, Unix milliseconds. */
  readonly before?: number | undefined
  /** Older events are gone, Unix milliseconds. */
  readonly keptAfter: number
}

/** An event of the outbox, or that of a decision, which is told from its transaction. */
export async function findEvent(
  db: Db,
  { accountId, id, keptAfter }: { accountId: string; id: string; keptAfter: number },
): Promise<StoredEvent | undefined> {
  const own = db.selectFrom('events').selectAll().where(byId(id)).where(inAccount(accountId))
  const stored = await own.executeTakeFirst()
  if (stored !== undefined) return stored
  const ofDecision = decisions(db, keptAfter)
    .where(byId(decisionOf(id)))
    .where(inAccount(accountId))
  const decision = await ofDecision.executeTakeFirst()
  return decision === undefined || decisionEventId(decision.id) !== id ? undefined : toldOf(decision)
}

const indexes = [['account_id', 'type'], ['account_id']] as const

/** Both kinds as one list: each is read as far as the page goes, the newest of both are the page. */
export async function listEvents(db: Db, accountId: string, query: EventQuery): Promise<StoredEvent[]> {
  const found = matching<EventRow>(indexes, { account_id: accountId, type: query.type })
  const page = { ...query, before: idBefore('evt', query.before) }
  const [events, decided] = await Promise.all([
    newestFirst(db.selectFrom('events').selectAll(), found, page).execute(),
    listDecisions(db, accountId, query),
  ])
  return [...events, ...decided].toSorted(newerFirst).slice(0, query.limit + 1)
}

/**
 * The newest of both kinds from a moment on and before another one, newest first; one more than `limit` where there are more. Unix
 * milliseconds.
 */
export async function eventsBetween(
  db: Db,
  accountId: string,
  { from, before, limit }: { from: number; before?: number; limit: number },
): Promise<StoredEvent[]> {
  const found = matching<EventRow>(indexes, { account_id: accountId })
  const page = { limit, after: null, from: firstId('evt', from), before: idBefore('evt', before) }
  const [events, decided] = await Promise.all([
    newestFirst(db.selectFrom('events').selectAll(), found, page).execute(),
    listDecisions(db, accountId, { limit, after: null, keptAfter: from - 1, before }),
  ])
  return [...events, ...decided].toSorted(newerFirst).slice(0, limit + 1)
}

/** When the newest of both kinds was made, Unix milliseconds; null: there is none. */
export async function newestEventAt(db: Db, accountId: string): Promise<number | null> {
  const [newest] = await eventsBetween(db, accountId, { from: 0, limit: 0 })
  return newest?.created_at ?? null
}

const idBefore = (prefix: 'evt' | 'txn', ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : firstId(prefix, ms)

const decisionsTold: { readonly [T in EventType]?: 'approve' | 'decline' } = {
  'transaction.created': 'approve',
  'transaction.declined': 'decline',
}

async function listDecisions(db: Db, accountId: string, query: EventQuery): Promise<StoredEvent[]> {
  const decision = query.type && decisionsTold[query.type]
  if (query.type !== undefined && decision === undefined) return []
  const after = query.after && decisionOf(query.after)
  const found = matching<TransactionRow>([['account_id']], { account_id: accountId, decision, type: 'authorization' })
  const { limit, keptAfter } = query
  const page = { limit, after, from: firstId('txn', keptAfter + 1), before: idBefore('txn', query.before) }
  return (await newestFirst(db.selectFrom('transactions').selectAll(), found, page).execute()).map(toldOf)
}

const decisions = (db: Db, keptAfter: number) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('type', '=', 'authorization')
    .where(sql<SqlBool>`(id >= ${firstId('txn', keptAfter + 1)}) is true`)

/** The event of a decision. No event says how it was come by: of a trace only whether there is one is looked at. */
export function toldOf(row: StoredTransaction): StoredEvent {
  const { id, type, data, at } = decisionEvent(transactionState({ ...row, trace: row.trace.slice(0, 1), shadow: null }))
  return { id, type, data, created_at: at }
}

const newerFirst = (a: StoredEvent, b: StoredEvent): number => (a.id < b.id ? 1 : -1)
