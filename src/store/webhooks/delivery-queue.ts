import { type RawBuilder, type Selectable, sql } from 'kysely'
import { urgentEventTypes } from '../../domain/events/urgent-events.ts'
import type { BucketScope } from '../sharding/groups.ts'
import type { WorkLease } from '../../lib/traffic/leased-work.ts'
import { bucketOfScope, rowWithBucketOfId, isInBucketScopeSql } from '../sharding/by-id.ts'
import { bucketOfRowsJoinedToIds } from '../statements/given-rows.ts'
import type { Db, Tx } from '../connection/db.ts'
import { eventOfAuditEntry } from '../audit/audit-deliveries.ts'
import { createDueWorkQueue } from '../due/due-queue.ts'
import { eventOfDecision } from '../events/events.ts'
import { wholeEventDataText } from '../events/event-records.ts'
import { readNotificationsToSend } from '../notifications/outgoing.ts'
import type { NotifiedParty, OutgoingMail, OutgoingNotification } from '../notifications/outgoing.ts'
import type { AuditEntryRow } from '../rows/audit-tables.ts'
import type { EventRow } from '../rows/outbox.ts'
import type { intentsTable } from '../rows/intents.ts'
import type { SelectedTableRow } from '../statements/table-types.ts'
import type { StoredTransaction } from '../rows/transactions.ts'

/** A delivery that this node has leased, with everything that sending it needs. */
export interface ClaimedDelivery {
  readonly id: string
  /**
   * The end of the delivery's lease, in Unix milliseconds. Recording an attempt compares it, to prove that this node still has the lease.
   */
  readonly leasedUntil: number
  readonly webhookId: string
  readonly accountId: string
  /** When the delivery fell due, in Unix milliseconds. */
  readonly dueAt: number
  /** When somebody requested the delivery's attempt, in Unix milliseconds. Null: the attempt is due by the schedule. */
  readonly manualAt: number | null
  /** How many scheduled attempts to send the delivery have been made. */
  readonly scheduledAttempts: number
  /** True: the webhook's last attempts failed, and no success has followed them. */
  readonly wasFailing: boolean
  /**
   * The request to a webhook, or the message to a person, that sends the delivery. Null: nothing may be sent, because the receiver or the
   * event was deleted, or the receiver may not be notified any more.
   */
  readonly sending: SendableDelivery | null
  /** When a notification that is put off is due again, in Unix milliseconds. Null: the delivery is not put off. */
  readonly putOffUntil: number | null
}

export type SendableDelivery = DeliveryToWebhook | (NotifiedParty & { readonly event: EventToSend }) | OutgoingMail

export interface EventToSend {
  readonly id: string
  readonly type: string
  readonly dataText: string
  readonly createdAt: number
}

export interface DeliveryToWebhook {
  readonly kind: 'webhook'
  readonly url: string
  readonly sealedSecret: Buffer
  readonly sealedPreviousSecret: Buffer | null
  readonly previousSecretUntil: number | null
  readonly event: EventToSend
}

export interface DeliveryClaimRequest {
  readonly bucketScope: BucketScope
  readonly now: number
  readonly leaseMs: number
  /** The most deliveries that this claim may lease in all. */
  readonly free: number
  /** The most deliveries of one webhook that may be in flight on this node. */
  readonly share: number
  /** How many deliveries of each webhook are in flight on this node, by the webhook's id. */
  readonly inFlight: ReadonlyMap<string, number>
  /** The id of the webhook at which the last claim ended. Webhooks with greater ids come first now, so that every webhook gets its turn. */
  readonly after: string
}

/**
 * A column with webhook ids, in the collation of the index of due deliveries. With the column's own collation, the index of all deliveries
 * of a webhook would fit, too, and PostgreSQL would use that index in a plan that it made for an empty table.
 */
export const webhookIdInDueOrder = (column: string): RawBuilder<string> => sql`${sql.ref(column)} collate "POSIX"`

const urgentKey = (webhookId: RawBuilder<unknown>) => sql`${webhookId} || ' urgent'`
/**
 * SQL for the waiting deliveries of urgent events. Key and condition are written as in the index `deliveries_urgent`, so that only that
 * index fits. The index of all waiting deliveries would be as long as the backlog.
 */
const byUrgent = urgentKey(sql`webhook_id`)
const isUrgent = sql.raw(`event_type in (${urgentEventTypes.map((type) => `'${type}'`).join(', ')})`)

/**
 * SQL for the receivers of events that have waiting deliveries, due or not, by a loose index scan: each step jumps to the next receiver.
 * The last row is null.
 */
const receiversIn = (bucketScope: BucketScope) => sql`receivers as (
      (select webhook_id from deliveries
       where ${isInBucketScopeSql(bucketScope)} and coalesce(manual_at, next_attempt_at) is not null and ${webhookIdInDueOrder('webhook_id')} > ''
       order by ${webhookIdInDueOrder('webhook_id')}, coalesce(manual_at, next_attempt_at) limit 1)
      union all
      select (select d.webhook_id from deliveries d
              where ${isInBucketScopeSql(bucketScope, 'd.bucket')} and coalesce(d.manual_at, d.next_attempt_at) is not null and ${webhookIdInDueOrder('d.webhook_id')} > receivers.webhook_id
              order by ${webhookIdInDueOrder('d.webhook_id')}, coalesce(d.manual_at, d.next_attempt_at) limit 1)
      from receivers where receivers.webhook_id is not null
    )`

/**
 * Leases due deliveries. The queue is read receiver by receiver (a loose index scan over receivers with waiting deliveries, then the first
 * few of each), so the backlog of one receiver costs the others neither slots nor time. Urgent events of all receivers come first, by an
 * index of their own, so that other waiting deliveries are not read for them, however many there are. The statement looks rows up with
 * `lateral ... limit 1` or `id = any (...)`. A join would be slow: if PostgreSQL's statistics say that a table has few rows, it reads the
 * whole table first, and keeps that plan while the table grows.
 */
export async function claimDeliveries(tx: Tx, request: DeliveryClaimRequest): Promise<ClaimedDelivery[]> {
  const { bucketScope, now, free, share, inFlight, after } = request
  const dueOf = (room: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select id from deliveries
    where ${isInBucketScopeSql(bucketScope)} and ${which} and coalesce(manual_at, next_attempt_at) <= ${now}
      and (leased_until is null or leased_until <= ${now})
    order by coalesce(manual_at, next_attempt_at) limit ${room}.room
    for update skip locked`
  const bucketOfLeased = bucketOfScope(bucketScope, 'leased.bucket')
  const { rows } = await sql<ClaimedRow>`
    with recursive ${receiversIn(bucketScope)}, rooms as (
      select webhook_id, greatest(0, ${share}::int - coalesce(busy.count, 0)) as room
      from receivers
      left join unnest(${[...inFlight.keys()]}::text[], ${[...inFlight.values()]}::int[]) as busy (webhook_id, count)
        using (webhook_id)
      where webhook_id is not null
      order by webhook_id <= ${after}, webhook_id
    ), urgent as (
      select d.id, rooms.webhook_id from rooms, lateral (${dueOf(sql`rooms`, sql`${isUrgent} and ${byUrgent} = ${urgentKey(sql`rooms.webhook_id`)}`)}) d limit ${free}
    ), left_over as (
      select webhook_id, room - (select count(*) from urgent where urgent.webhook_id = rooms.webhook_id) as room from rooms
    ), due as (
      select id from urgent
      union all
      (select d.id from left_over, lateral (${dueOf(sql`left_over`, sql`not ${isUrgent} and ${webhookIdInDueOrder('webhook_id')} = left_over.webhook_id`)}) d
        limit ${free} - (select count(*) from urgent))
    ), leased as (
      update deliveries set leased_until = ${now + request.leaseMs}
      where ${isInBucketScopeSql(bucketScope)} and id = any (array(select id from due))
      returning deliveries.*
    )
    select leased.bucket, leased.id, leased.leased_until, leased.webhook_id, leased.account_id, leased.manual_at,
      coalesce(leased.manual_at, leased.next_attempt_at) as due_at,
      (select count(*) from delivery_attempts a
        where a.bucket = ${bucketOfLeased} and a.delivery_id = leased.id and not a.manual) as scheduled,
      exists (select from webhook_failures f where f.webhook_id = leased.webhook_id) as was_failing,
      w.url, w.sealed_secret, w.sealed_previous_secret, w.previous_secret_until,
      leased.event_id, e.type, e.data::text as data, e.created_at,
      row_to_json(t) as transaction, row_to_json(i) as intent,
      case when e.id is null and t.id is null then row_to_json(a) end as audit_entry
    from leased
    left join webhooks w on w.id = leased.webhook_id and w.status = 'active'
    left join lateral (
      select id, type, data, created_at from events where bucket = ${bucketOfLeased} and id = leased.event_id limit 1) e on true
    left join lateral (
      select * from transactions
      where bucket = ${bucketOfLeased} and id = case when e.id is null then decision_of(leased.event_id)
        when e.type like 'transaction.%' then e.data->>'transactionId' end limit 1) t on true
    left join lateral (
      select * from intents
      where e.type like 'intent.%' and bucket = ${bucketOfLeased} and id = e.data->>'intentId' limit 1) i on true
    left join lateral (
      select * from audit_entries
      where e.id is null and leased.event_type = 'audit.recorded' and bucket = ${bucketOfLeased}
        and id = replace(leased.event_id, 'evt_', 'aud_') limit 1) a on true`.execute(tx)
  const beside = rows.filter(({ webhook_id: id }) => !id.startsWith('wh_'))
  const outgoing = await readNotificationsToSend(tx, beside, now)
  return rows.map((row) => claimedDelivery(row, outgoing.get(row.id)))
}

/** The deliveries that are due to be sent: how many, and since when. */
export interface DeliveryBacklog {
  /** How many deliveries are due, those in flight included. They are counted up to a limit for each receiver and in all. */
  readonly pending: number
  /** When the delivery that has waited longest fell due, in Unix milliseconds. Null: no delivery is due. */
  readonly oldestDueAt: number | null
}
const MOST_COUNTED_EACH = 1000
const MOST_COUNTED = 10_000
const MOST_RECEIVERS = 1000

/**
 * Reads the backlog of due deliveries in a bucket scope. It reads a bounded number of index entries, however long the backlog is. `now`:
 * Unix milliseconds.
 */
async function readBacklog(db: Db, bucketScope: BucketScope, now: number): Promise<DeliveryBacklog> {
  const dueOf = (limit: number) => sql`
    select coalesce(manual_at, next_attempt_at) as due_at from deliveries
    where ${isInBucketScopeSql(bucketScope)} and ${webhookIdInDueOrder('webhook_id')} = known.webhook_id and coalesce(manual_at, next_attempt_at) <= ${now}
    order by coalesce(manual_at, next_attempt_at) limit ${limit}`
  const backlog = sql<DeliveryBacklog>`(
    with recursive ${receiversIn(bucketScope)}, known as (
      select webhook_id from receivers where webhook_id is not null limit ${MOST_RECEIVERS}
    )
    select
      (select count(*)::int from (
        select from known, lateral (${dueOf(MOST_COUNTED_EACH)}) due limit ${MOST_COUNTED}) counted) as pending,
      (select min(due_at) from known, lateral (${dueOf(1)}) due) as "oldestDueAt")`
  return db.selectFrom(backlog.as('backlog')).selectAll().executeTakeFirstOrThrow()
}

/** Adds up the backlogs of due deliveries in bucket scopes, which are read one after the other. `now`: Unix milliseconds. */
export async function sumOfDeliveryBacklogs(
  db: Db,
  bucketScopes: readonly BucketScope[],
  now: number,
): Promise<DeliveryBacklog> {
  let sum: DeliveryBacklog = { pending: 0, oldestDueAt: null }
  for (const bucketScope of bucketScopes) {
    const { pending, oldestDueAt } = await readBacklog(db, bucketScope, now)
    const oldest = Math.min(sum.oldestDueAt ?? Infinity, oldestDueAt ?? Infinity)
    sum = { pending: sum.pending + pending, oldestDueAt: oldest === Infinity ? null : oldest }
  }
  return sum
}

export const dueDeliveryQueue = createDueWorkQueue('deliveries', sql`coalesce(manual_at, next_attempt_at)`)

/** A finished attempt to send a delivery. It is not recorded if another node has taken over the lease of the delivery meanwhile. */
export interface DeliveryAttemptRecord {
  readonly id: string
  /** The id of the receiver: a webhook, a channel, a person or a mail. */
  readonly webhook_id: string
  readonly account_id: string
  readonly was_failing: boolean
  readonly lease: number
  /** The `manual_at` of the request for a manual attempt that this attempt answers. Null: it was a scheduled attempt. */
  readonly manual_at: number | null
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly next_attempt_at: number | null
  readonly started_at: number
  readonly ended_at: number
  readonly duration_ms: number
  readonly status_code: number | null
  readonly error: string | null
  readonly response_snippet: string | null
}

/**
 * Records attempts of deliveries. A failed manual attempt changes neither status nor schedule. A failed attempt of a delivery that was
 * canceled meanwhile leaves it canceled. A success always counts. A manual request that was made while the attempt ran is kept, because
 * its own attempt is still to come.
 */
export async function recordDeliveryAttempts(tx: Tx, records: readonly DeliveryAttemptRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id)
  await sql`
    with ended as (
      select * from json_to_recordset(${withBuckets(records)}::json) as ended (bucket smallint, id text, lease bigint, manual_at bigint,
        status text, next_attempt_at bigint, started_at bigint, ended_at bigint, duration_ms int, status_code int,
        error text, response_snippet text)
    ), ours as (
      select ended.* from (select * from ended order by id) ended cross join lateral (
        select d.id from deliveries d
        where d.bucket = ${bucketOfRowsJoinedToIds(ids, 'ended.bucket')} and d.id = ended.id and d.leased_until = ended.lease
        limit 1 for update) d
    ), recorded as (
      update deliveries d set
        attempt_count = d.attempt_count + 1,
        leased_until = null,
        updated_at = ours.ended_at,
        manual_at = nullif(d.manual_at, ours.manual_at),
        status = case when ours.status = 'succeeded' or (d.status = 'pending' and ours.manual_at is null)
          then ours.status else d.status end,
        next_attempt_at = case when ours.status = 'succeeded' or (d.status = 'pending' and ours.manual_at is null)
          then ours.next_attempt_at else d.next_attempt_at end
      from ours where d.bucket = ${bucketOfRowsJoinedToIds(ids, 'ours.bucket')} and d.id = ours.id and d.id = any (array(select id from ours))
      returning d.bucket, d.id, d.attempt_count, ours.started_at, ours.duration_ms, ours.status_code, ours.error,
        ours.response_snippet, ours.manual_at is not null as manual
    )
    insert into delivery_attempts
      (delivery_id, bucket, number, started_at, duration_ms, status_code, error, response_snippet, manual)
    select id, bucket, attempt_count, started_at, duration_ms, status_code, error, response_snippet, manual
    from recorded`.execute(tx)
}

/**
 * Gives leases of deliveries back. `canceledAt` null: another node may send the delivery. Otherwise the delivery is canceled at that time,
 * because nothing may be sent any more.
 */
export async function releaseDeliveries(
  tx: Tx,
  leases: readonly WorkLease[],
  canceledAt: number | null,
): Promise<void> {
  const ids = leases.map(({ id }) => id)
  await sql`
    with given as (
      select * from json_to_recordset(${withBuckets(leases)}::json) as given (bucket smallint, id text, lease bigint)
    ), ours as (
      select d.id from (select * from given order by id) given cross join lateral (
        select d.id from deliveries d
        where d.bucket = ${bucketOfRowsJoinedToIds(ids, 'given.bucket')} and d.id = given.id and d.leased_until = given.lease
        limit 1 for update) d
    )
    update deliveries d set
      leased_until = null,
      status = case when ${canceledAt}::bigint is null or d.status <> 'pending' then d.status else 'canceled' end,
      next_attempt_at = case when ${canceledAt}::bigint is null then d.next_attempt_at end,
      manual_at = case when ${canceledAt}::bigint is null then d.manual_at end,
      updated_at = coalesce(${canceledAt}::bigint, d.updated_at)
    where d.bucket = ${bucketOfRowsJoinedToIds(ids, 'd.bucket')} and d.id = any (array(select id from ours))`.execute(
    tx,
  )
}

/** Gives back the leases of deliveries whose notifications are put off. Each falls due again at its time `until`. */
export async function putOffDeliveries(
  tx: Tx,
  leases: readonly (WorkLease & { readonly until: number })[],
): Promise<void> {
  const ids = leases.map(({ id }) => id)
  await sql`
    update deliveries d set leased_until = null, next_attempt_at = given.until
    from json_to_recordset(${withBuckets(leases)}::json) as given (bucket smallint, id text, lease bigint, until bigint)
    where d.bucket = ${bucketOfRowsJoinedToIds(ids, 'given.bucket')} and d.id = given.id and d.id = any (${ids}) and d.leased_until = given.lease`.execute(
    tx,
  )
}

const withBuckets = (rows: readonly { readonly id: string }[]): string =>
  JSON.stringify(rows.map((row) => rowWithBucketOfId(row.id, row)))

interface ClaimedRow {
  bucket: number
  id: string
  leased_until: number
  webhook_id: string
  account_id: string
  manual_at: number | null
  due_at: number
  scheduled: number
  was_failing: boolean
  url: string | null
  sealed_secret: Buffer
  sealed_previous_secret: Buffer | null
  previous_secret_until: number | null
  event_id: string
  type: Selectable<EventRow>['type'] | null
  data: string
  created_at: number
  /**
   * The transaction that the event is about. If no event is stored, the event is that of the transaction's decision. Null: the event is
   * about no transaction.
   */
  transaction: StoredTransaction | null
  /** The intent that the event is about. Null: the event is about no intent. */
  intent: SelectedTableRow<typeof intentsTable> | null
  /**
   * The audit entry from which the event is made, because events of audit entries are not stored. Null: the event is not that of an audit
   * entry.
   */
  audit_entry: AuditEntryRow | null
}

function eventOf(row: ClaimedRow): EventToSend | null {
  if (row.type !== null) {
    const { event_id: id, type, data, created_at: createdAt } = row
    const dataText = wholeEventDataText({ type, data, created_at: createdAt }, row)
    return { id, type, dataText, createdAt }
  }
  const made =
    row.transaction === null ? row.audit_entry && eventOfAuditEntry(row.audit_entry) : eventOfDecision(row.transaction)
  if (made === null) return null
  const { id, type, data, created_at: createdAt } = made
  return { id, type, dataText: JSON.stringify(data), createdAt }
}

function claimedDelivery(row: ClaimedRow, outgoing: OutgoingNotification | undefined): ClaimedDelivery {
  const isPutOff = outgoing?.kind === 'put_off'
  return {
    id: row.id,
    leasedUntil: row.leased_until,
    webhookId: row.webhook_id,
    accountId: row.account_id,
    dueAt: row.due_at,
    manualAt: row.manual_at,
    scheduledAttempts: row.scheduled,
    wasFailing: row.was_failing,
    sending: isPutOff ? null : outgoing?.kind === 'letter' ? outgoing : sendingOf(row, outgoing),
    putOffUntil: isPutOff ? outgoing.until : null,
  }
}

function sendingOf(row: ClaimedRow, party: NotifiedParty | undefined): SendableDelivery | null {
  const event = eventOf(row)
  if (event === null) return null
  if (party !== undefined) return { ...party, event }
  if (row.url === null) return null
  return {
    kind: 'webhook',
    url: row.url,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretUntil: row.previous_secret_until,
    event,
  }
}
