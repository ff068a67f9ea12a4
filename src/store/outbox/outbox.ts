import { CompiledQuery } from 'kysely'
import type { EventType } from '../../contract/events.ts'
import { isNotifiableEvent } from '../../domain/events/notified.ts'
import type { StoredEventData } from '../../domain/events/stored-data.ts'
import { isOptInEventType } from '../../domain/events/opt-in-events.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { keepTraceSpanOfEvent } from '../../lib/tracing.ts'
import { timeOfId, type IdMaker } from '../../lib/ids.ts'
import type { SqlQuery } from '../statements/query.ts'
import { deliveriesTable, eventsTable, type WrittenDelivery, type WrittenEvent } from '../rows/outbox.ts'
import type { Tx } from '../connection/db.ts'
import { runSqlStatement } from '../connection/in-transaction.ts'
import { addCards, cardsOfEvents } from './event-cards.ts'
import { withSeenOrigins, markSeenOrigins } from './event-origins.ts'

/** An event that is to be sent to the account's webhooks and people. `at`: Unix milliseconds. */
export type NewOutboxEvent = {
  [T in EventType]: {
    accountId: string
    customerId: string | null
    /**
     * The webhook that the event is for or about. If this, `customerId` and `personId` are all missing, the event is about the account
     * itself.
     */
    webhookId?: string
    /** The person whom the event is about, if it is about a person. */
    personId?: string
    type: T
    data: StoredEventData<T>
    at: number
    /** The sequence of the journal entry (a decision or a step) that the event is about. */
    sequence?: number
    /** The id of the journal entry that the event is about. The event's id has the same time, and sorts after it. */
    entryId?: string
  }
}[EventType]

/** A receiver of events: an active webhook or a notification channel, with the columns that the outbox needs. */
export interface EventSubscriber {
  readonly id: string
  readonly accountId: string
  readonly events: readonly string[]
  /** True: a notification channel, which gets only some of the events that it subscribes to (see `isNotifiableEvent`). False: a webhook. */
  readonly isChannel: boolean
}

/** Selects the webhooks and the notification channels of accounts that may get an event, in one statement. */
export const EVENT_SUBSCRIBERS_SQL = `select subscriber.id, subscriber.account_id as "accountId", subscriber.events, subscriber.is_channel as "isChannel"
  from unnest($1::text[]) as account (id) cross join lateral (
    select id, account_id, events, false as is_channel from webhooks where account_id = account.id and status = 'active'
    union all select id, account_id, events, true from notification_channels where account_id = account.id and events <> '{}') subscriber`

/** New events, and their deliveries. */
export interface OutboxRows {
  readonly events: WrittenEvent[]
  readonly deliveries: WrittenDelivery[]
}

/** Makes one row for each event, and one pending delivery for each of its subscribers. */
export function outboxRows(
  ids: IdMaker,
  events: readonly NewOutboxEvent[],
  subscribers: readonly EventSubscriber[],
): OutboxRows {
  const rows: OutboxRows = { events: [], deliveries: [] }
  for (const event of events) {
    const id = eventId(ids, event)
    rows.events.push(writtenEvent(id, event))
    rows.deliveries.push(...deliveriesOf(ids, { ...event, id }, subscribers))
  }
  return rows
}

function eventId(ids: IdMaker, { accountId, customerId, webhookId, personId, entryId }: NewOutboxEvent): string {
  const bucket = bucketOfId(customerId ?? webhookId ?? personId ?? accountId)
  if (entryId === undefined) return ids('evt', bucket)
  return ids.following('evt', { ms: timeOfId(entryId), bucket, after: entryId })
}

const writtenEvent = (id: string, { accountId, customerId, type, data, sequence }: NewOutboxEvent): WrittenEvent => ({
  id,
  accountId,
  customerId,
  type,
  data,
  createdAt: timeOfId(id),
  sequence: sequence ?? null,
})

/** Makes one pending delivery of an event for each of its subscribers. */
export function deliveriesOf(
  ids: IdMaker,
  { id, accountId, type, at, data }: Pick<NewOutboxEvent, 'accountId' | 'type' | 'at'> & { id: string; data?: unknown },
  subscribers: readonly EventSubscriber[],
): WrittenDelivery[] {
  const receivers = subscribers
    .filter((subscriber) => subscriber.accountId === accountId && subscribesTo(subscriber, type))
    .filter(({ isChannel }) => !isChannel || isNotifiableEvent(type, data))
  if (receivers.length > 0) keepTraceSpanOfEvent(id)
  return receivers.map((receiver) =>
    pendingDelivery(ids('dlv', bucketOfId(id)), { accountId, webhookId: receiver.id, eventId: id, type, at }),
  )
}

const subscribesTo = ({ events }: EventSubscriber, type: EventType) =>
  events.includes(type) || (events.includes('*') && !isOptInEventType(type))

export const pendingDelivery = (
  id: string,
  delivery: {
    accountId: string
    webhookId: string
    eventId: string
    type: EventType | 'letter'
    at: number
  },
): WrittenDelivery => ({
  id,
  accountId: delivery.accountId,
  webhookId: delivery.webhookId,
  eventId: delivery.eventId,
  eventType: delivery.type,
  status: 'pending',
  attemptCount: 0,
  nextAttemptAt: delivery.at,
  createdAt: timeOfId(id),
  updatedAt: delivery.at,
})

const insertEvents = eventsTable.inserting()
export const insertDeliveries = deliveriesTable.inserting()

/** Makes the statements that store events, with what only the database knows about their origins and cards. */
export function eventQueries(events: OutboxRows['events']): SqlQuery[] {
  if (events.length === 0) return []
  const marked = withSeenOrigins(events)
  return [
    ...insertEvents(marked.events),
    ...markSeenOrigins(marked.unresolved),
    ...addCards(cardsOfEvents(marked.events)),
  ]
}

/**
 * Stores events and their pending deliveries, in the same commit as the changes that they report. The caller wakes the dispatcher after the
 * commit. The dispatcher checks again when it claims a delivery, so a webhook that is disabled meanwhile gets nothing. `others`: receivers
 * beside the subscribers.
 */
export async function recordEvents(
  { tx, ids }: { readonly tx: Tx; readonly ids: IdMaker },
  events: readonly NewOutboxEvent[],
  others: readonly EventSubscriber[] = [],
): Promise<void> {
  if (events.length === 0) return
  const accounts = [...new Set(events.map((event) => event.accountId))]
  const { rows: subscribers } = await tx.executeQuery<EventSubscriber>(
    CompiledQuery.raw(EVENT_SUBSCRIBERS_SQL, [accounts]),
  )
  const rows = outboxRows(ids, events, [...subscribers, ...others])
  for (const query of [...eventQueries(rows.events), ...insertDeliveries(rows.deliveries)])
    await runSqlStatement(tx, query)
}
