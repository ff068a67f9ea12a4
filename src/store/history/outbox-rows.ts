import type { QueryResultRow } from 'pg'
import { MINUTE_MS } from '../../lib/clock.ts'
import type { DeliveryStatus } from '../../contract/resources/webhooks.ts'
import { pagesOfSnapshotQuery, type DatabaseSnapshot } from '../connection/snapshot.ts'

/** Which events and deliveries of the outbox are checked. */
export interface VerifiedOutboxScope {
  /** The customer whose events and deliveries are checked. Undefined: those of all customers. */
  readonly customerId: string | undefined
  /** Only events from this time on are checked, in Unix milliseconds. Earlier events may be deleted, with their deliveries. */
  readonly eventsKeptFrom: number
}

/**
 * SQL for the customer of events that belong to no customer: null. Citus on PostgreSQL 15 and 16 cannot plan an outer join with a condition
 * about a constant, so null is computed from another column.
 */
const nobody = (column: string): string => `nullif(${column}, ${column})`

/**
 * A subquery for all events that are delivered. The events of decisions are not stored, so they are made from the rows of transactions. The
 * events of audit entries are not stored either, and exist only where a webhook subscribes to them.
 */
const allEvents = `(
    select id, account_id, customer_id, type, sequence, created_at from events
    union all select decision_event_id(id), account_id, customer_id,
      case decision when 'approve' then 'transaction.created' else 'transaction.declined' end, sequence, created_at
    from transactions where type = 'authorization'
    union all select id, account_id, ${nobody('account_id')}, 'letter', null, created_at from letters
    union all select d.event_id, d.account_id, ${nobody('d.account_id')}, 'audit.recorded', null, min(d.created_at) from deliveries d
      join audit_entries a on a.bucket = d.bucket and a.id = replace(d.event_id, 'evt_', 'aud_') and a.account_id = d.account_id
      where d.event_type = 'audit.recorded' group by 1, 2)`

/** An event for which a subscribed webhook or notification channel does not have exactly one delivery. */
export interface MiscountedDeliveries {
  readonly customer_id: string | null
  readonly sequence: number | null
  readonly event_id: string
  readonly webhook_id: string
  readonly deliveries: number
}

/**
 * How many milliseconds an event must be later than the last change of a webhook or channel for their deliveries to be checked. Only the
 * present subscriptions of a webhook are stored, so an event is only compared with webhooks and channels that nobody has changed since. The
 * event must be later than the last change (`updated_at`) and than every event before that change (`newest_event_at`), because clocks may
 * have been ahead. An event and a change that are committed at the same time may or may not see each other.
 */
const APART_MS = MINUTE_MS

export const miscountedDeliveries = (
  snapshot: DatabaseSnapshot,
  scope: VerifiedOutboxScope,
): AsyncGenerator<MiscountedDeliveries> =>
  rowsOf(
    snapshot,
    'miscounted_deliveries',
    `select e.customer_id, e.sequence, e.id as event_id, due.webhook_id, coalesce(given.deliveries, 0) as deliveries
      from (
        select e.id as event_id, w.id as webhook_id from ${allEvents} e join webhooks w on w.account_id = e.account_id
          where w.status = 'active' and e.created_at > greatest(w.updated_at, w.newest_event_at) + ${APART_MS} and e.type <> 'webhook.test'
            and (e.type = any(w.events) or ('*' = any(w.events) and e.type <> 'audit.recorded'))
        union select e.id, c.id from events e join notification_channels c on c.account_id = e.account_id
          where e.created_at > greatest(c.updated_at, c.newest_event_at) + ${APART_MS} and e.type = any(c.events)
            and (e.type <> 'card.frozen' or e.data->>'reason' <> 'requested')
            and (e.type <> 'transaction.created' or e.data->'flags'->>'standIn' = 'true')
            and (e.type <> 'transaction.settled' or 'true' in (e.data->'flags'->>'forcedCapture',
              e.data->'flags'->>'settlementOverAuthorized', e.data->'flags'->>'settlementOverIntent'))
        union select decision_event_id(t.id), c.id from transactions t join notification_channels c on c.account_id = t.account_id
          where t.created_at > greatest(c.updated_at, c.newest_event_at) + ${APART_MS} and 'transaction.created' = any(c.events)
            and t.type = 'authorization' and t.decision = 'approve' and t.trace::text = '[]'
        union select event_id, webhook_id from deliveries
      ) due
      join ${allEvents} e on e.id = due.event_id
      left join (select event_id, webhook_id, count(*) as deliveries from deliveries group by 1, 2) given
        on given.event_id = due.event_id and given.webhook_id = due.webhook_id
      where coalesce(given.deliveries, 0) <> 1 and e.created_at >= $1 and ($2::text is null or e.customer_id = $2)`,
    scope,
  )

/** A delivery whose event does not exist, or has another type than the delivery says. */
export interface StrayDelivery {
  readonly customer_id: string | null
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly type: string | null
}

export const strayDeliveries = (
  snapshot: DatabaseSnapshot,
  scope: VerifiedOutboxScope,
): AsyncGenerator<StrayDelivery> =>
  rowsOf(
    snapshot,
    'stray_deliveries',
    `select e.customer_id, d.id, d.event_id, d.event_type, e.type
      from deliveries d left join ${allEvents} e on e.id = d.event_id and e.account_id = d.account_id
      where e.type is distinct from d.event_type and d.created_at >= $1 and ($2::text is null or e.customer_id = $2)`,
    scope,
  )

/** A delivery whose status, schedule or number of attempts does not fit its stored attempts. */
export interface InconsistentDelivery {
  readonly customer_id: string | null
  readonly id: string
  readonly status: DeliveryStatus
  readonly attempt_count: number
  readonly is_scheduled: boolean
  readonly attempts: number
  readonly has_succeeded: boolean
}

export const inconsistentDeliveries = (
  snapshot: DatabaseSnapshot,
  scope: VerifiedOutboxScope,
): AsyncGenerator<InconsistentDelivery> =>
  rowsOf(
    snapshot,
    'torn_deliveries',
    `select * from (
        select e.customer_id, d.id, d.status, d.attempt_count, d.next_attempt_at is not null as is_scheduled,
          coalesce(a.attempts, 0) as attempts, coalesce(a.has_succeeded, false) as has_succeeded
        from deliveries d join ${allEvents} e on e.id = d.event_id left join (
          select delivery_id, count(*) as attempts, coalesce(bool_or(status_code between 200 and 299), false) as has_succeeded
          from delivery_attempts group by delivery_id
        ) a on a.delivery_id = d.id
        where d.created_at >= $1 and ($2::text is null or e.customer_id = $2)
      ) d where attempts <> attempt_count or is_scheduled <> (status = 'pending') or has_succeeded <> (status = 'succeeded')`,
    scope,
  )

/** An event of a type that only decisions and steps have, but without the number of a journal entry. */
export interface UnnumberedEvent {
  readonly customer_id: string | null
  readonly id: string
  readonly type: string
}

export const unnumberedEvents = (
  snapshot: DatabaseSnapshot,
  scope: VerifiedOutboxScope,
): AsyncGenerator<UnnumberedEvent> =>
  rowsOf(
    snapshot,
    'unnumbered_events',
    `select customer_id, id, type from events where sequence is null and created_at >= $1
      and (type like 'transaction.%' and type <> 'transaction.documented' or type in ('intent.matched', 'intent.mismatched'))
      and ($2::text is null or customer_id = $2)`,
    scope,
  )

async function* rowsOf<T extends QueryResultRow>(
  snapshot: DatabaseSnapshot,
  name: string,
  text: string,
  { customerId, eventsKeptFrom }: VerifiedOutboxScope,
): AsyncGenerator<T> {
  const values = [Math.max(0, eventsKeptFrom), customerId ?? null]
  for await (const page of pagesOfSnapshotQuery<T>(snapshot, name, [text, values])) yield* snapshot.slices.each(page)
}
