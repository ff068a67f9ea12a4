import { sql, type Selectable, type SqlBool } from 'kysely'
import type { ChangeRequestStatus } from '../../contract/resources/change-requests.ts'
import type { DomainEvent } from '../../domain/events/events.ts'
import { changeRequestLife } from '../../domain/lifecycles/change-request.ts'
import { present } from '../../lib/assert.ts'
import { bucketOf } from '../../lib/buckets.ts'
import { timestamp } from '../../lib/clock.ts'
import { changeRequestChange } from '../audit/audited-rows.ts'
import type { Writing } from '../audit/trail.ts'
import { byId, inBucketOf } from '../sharding/by-id.ts'
import type { ChangeRequestRow } from '../rows/change-request-table.ts'
import { lockCustomer, type LockedCustomer } from '../customers/customer-lock.ts'
import type { Db } from '../connection/db.ts'
import { matching } from '../statements/filters.ts'
import { json } from '../statements/json.ts'
import { newestFirst, type PageRequest } from '../statements/keyset.ts'
import { nameColumns, type NameColumns } from '../statements/names.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { scopeFilters, visibleTo, type Scope } from '../statements/scope.ts'

export type ChangeRequest = Selectable<ChangeRequestRow>
export type NamedChangeRequest = ChangeRequest & NameColumns

export interface ChangeRequestQuery extends PageRequest {
  readonly customerId?: string | undefined
  readonly agentId?: string | undefined
  readonly cardId?: string | undefined
  readonly status?: ChangeRequestStatus | undefined
}

export const findChangeRequest = (db: Db, scope: Scope, id: string): Promise<NamedChangeRequest | undefined> =>
  named(db).where(byId(id)).where(visibleTo(scope)).executeTakeFirst()

/** The change request, under the lock of its customer: see `lockCustomer`. */
export async function lockChangeRequest(
  writing: Writing,
  scope: Scope,
  id: string,
): Promise<{ locked: LockedCustomer; request: NamedChangeRequest } | undefined> {
  const unlocked = await findChangeRequest(writing.tx, scope, id)
  if (unlocked === undefined) return undefined
  const locked = await lockCustomer(writing, unlocked.account_id, unlocked.customer_id)
  const request = await findChangeRequest(writing.tx, scope, id)
  return {
    locked: present(locked, 'a change request has a customer'),
    request: present(request, 'a change request is never deleted'),
  }
}

const indexes = [['card_id'], ['agent_id'], ['customer_id'], ['account_id', 'status'], ['account_id']] as const

export function listChangeRequests(db: Db, scope: Scope, query: ChangeRequestQuery): Promise<NamedChangeRequest[]> {
  const { customerId, agentId, cardId, status } = query
  return newestFirst(
    named(db),
    matching<ChangeRequestRow>(indexes, scopeFilters(scope), {
      customer_id: customerId,
      agent_id: agentId,
      card_id: cardId,
      status,
    }),
    query,
  ).execute()
}

/** The last request for the same change of the same card or agent. */
export const findSameRequest = (
  db: Db,
  { customer_id, fingerprint }: Pick<ChangeRequest, 'customer_id' | 'fingerprint'>,
): Promise<NamedChangeRequest | undefined> =>
  named(db)
    .where(sql<SqlBool>`bucket = ${bucketOf(customer_id)} and fingerprint = ${fingerprint}`)
    .orderBy('fingerprint', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** How many wait of an agent, or of a card without one; `most` at most. */
export async function countWaiting(
  db: Db,
  { agent_id, card_id }: Pick<ChangeRequest, 'agent_id' | 'card_id'>,
  most: number,
): Promise<number> {
  const whose = present(agent_id ?? card_id, 'a change is of a card or an agent')
  const waiting = `${whose} pending`
  const rows = await db
    .selectFrom('change_requests')
    .select('id')
    .where(sql<SqlBool>`bucket = ${bucketOf(whose)} and coalesce(agent_id, card_id) || ' ' || status = ${waiting}`)
    .limit(most)
    .execute()
  return rows.length
}

export async function insertChangeRequest(locked: LockedCustomer, request: ChangeRequest): Promise<void> {
  const { wanted, purchase, changes } = request
  const row = { ...locked.own(request), wanted: json(wanted), purchase: json(purchase), changes: json(changes) }
  await locked.tx.insertInto('change_requests').values(inBucketOf(request.id, row)).execute()
  locked.audit.record(changeRequestChange(null, request))
  await recordEvents(locked, [changeRequestEvent(request, request.created_at)])
}

/** Writes down how a request has ended. */
export async function endChangeRequest(
  locked: LockedCustomer,
  before: ChangeRequest,
  request: ChangeRequest & { decided_at: number },
): Promise<void> {
  const { status, decided_by, decided_at, note, changes } = locked.own(request)
  await locked.tx
    .updateTable('change_requests')
    .set({ status, decided_by, decided_at, note, changes: json(changes) })
    .where(byId(request.id))
    .execute()
  locked.audit.record(changeRequestChange(before, request))
  await recordEvents(locked, [changeRequestEvent(request, decided_at)])
}

/** What webhooks are told of a request, as it stands. */
export const changeRequestEvent = (request: ChangeRequest, at: number): DomainEvent => ({
  type: changeRequestLife[request.status].event,
  data: { changeRequestId: request.id, ...toldOf(request) },
  accountId: request.account_id,
  customerId: request.customer_id,
  at,
})

/** What answers and events tell of it alike. */
export const toldOf = (request: ChangeRequest) => ({
  level: request.card_id === null ? ('agent' as const) : ('card' as const),
  customerId: request.customer_id,
  agentId: request.agent_id,
  cardId: request.card_id,
  status: request.status,
  wanted: request.wanted,
  why: request.why,
  ...(request.transaction_id === null ? {} : { transactionId: request.transaction_id }),
  ...(request.decided_by === null ? {} : { decidedBy: request.decided_by }),
  ...(request.note === null ? {} : { note: request.note }),
  expiresAt: timestamp(request.expires_at),
})

const named = (db: Db) => db.selectFrom('change_requests').selectAll().select(nameColumns('change_requests'))
