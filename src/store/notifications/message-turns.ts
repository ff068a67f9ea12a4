import { sql } from 'kysely'
import {
  type MessageHour,
  type NotificationMessageKind,
  type NotificationSendDecision,
  type NewNotificationMessage,
  decideNotificationSend,
} from '../../domain/events/message-hour.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { Tx } from '../connection/db.ts'
import type { MessageHourRow } from '../rows/notification-tables.ts'
import { bucketOfRowsJoinedToIds } from '../statements/given-rows.ts'
import { idsStillToNotifyPeopleOf } from './still-to-notify.ts'

/** A notification about an agent or a card that is about to be sent to a receiver. */
export interface DueNotificationMessage extends NewNotificationMessage {
  readonly receiverId: string
  /** The id of the agent that the notification is about, or of the card, if the card has no agent. */
  readonly subjectId: string
  readonly kind: NotificationMessageKind
}

/**
 * Decides which of these notifications about agents and cards are sent now, and counts them. The counts are locked until the transaction
 * ends, so that nodes which send to one receiver at the same time send no more together. Returns the turns by the id of the delivery.
 */
export async function decideNotificationSends(
  tx: Tx,
  messages: readonly DueNotificationMessage[],
  now: number,
): Promise<Map<string, NotificationSendDecision>> {
  const turns = new Map<string, NotificationSendDecision>()
  if (messages.length === 0) return turns
  const keys = new Map(messages.map((message) => [keyOf(message), message]))
  const rows = await lockHours(tx, [...keys.values()])
  const ids = [...messages.map(({ aboutId }) => aboutId), ...rows.flatMap(({ kept }) => kept)]
  const due = await idsStillToNotifyPeopleOf(tx, ids, now)
  const isDue = (id: string) => due.has(id)
  const hours = new Map(rows.map((row) => [keyOf(ofRow(row)), hourOf(row)]))
  for (const message of messages.toSorted((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1))) {
    const key = keyOf(message)
    const { hour, turn } = decideNotificationSend(hours.get(key) ?? NONE, message, { now, isDue })
    hours.set(key, hour)
    turns.set(message.deliveryId, turn)
  }
  const after = [...keys].map(([key, message]) => rowOf(message, hours.get(key) ?? NONE))
  await putHours(
    tx,
    after,
    sql`started_at = excluded.started_at, sent = excluded.sent, kept = excluded.kept,
    counting_id = excluded.counting_id, counted_from = excluded.counted_from`,
  )
  return turns
}

type Key = Pick<DueNotificationMessage, 'receiverId' | 'subjectId' | 'kind'>
const keyOf = ({ receiverId, subjectId, kind }: Key): string => `${receiverId} ${subjectId} ${kind}`
const ofRow = ({ receiver_id, subject_id, kind }: MessageHourRow): Key => ({
  receiverId: receiver_id,
  subjectId: subject_id,
  kind,
})

const NONE: MessageHour = { startedAt: 0, sent: 0, kept: [], counting: null }

const hourOf = ({ started_at, sent, kept, counting_id, counted_from }: MessageHourRow): MessageHour => ({
  startedAt: started_at,
  sent,
  kept,
  counting: counting_id === null ? null : { id: counting_id, from: counted_from },
})

const rowOf = (
  { receiverId, subjectId, kind }: Key,
  { startedAt, sent, kept, counting }: MessageHour,
): MessageHourRow => ({
  receiver_id: receiverId,
  subject_id: subjectId,
  kind,
  started_at: startedAt,
  sent,
  kept,
  counting_id: counting?.id ?? null,
  counted_from: counting?.from ?? null,
})

/** Locks and reads the hourly counts of these notifications' receivers. A count that does not exist yet begins at zero. */
const lockHours = (tx: Tx, keys: readonly Key[]): Promise<MessageHourRow[]> =>
  putHours(
    tx,
    keys.map((key) => rowOf(key, NONE)),
    sql`sent = message_hours.sent`,
  )

/**
 * Inserts hourly counts of notifications in the order of their keys, so that two transactions lock them in the same order, and changes the
 * counts that exist.
 */
async function putHours(
  tx: Tx,
  rows: readonly MessageHourRow[],
  change: ReturnType<typeof sql>,
): Promise<MessageHourRow[]> {
  const subjects = rows.map(({ subject_id }) => subject_id)
  const given = JSON.stringify(rows.map((row) => ({ ...row, bucket: bucketOfId(row.subject_id) })))
  const { rows: put } = await sql<MessageHourRow>`
    insert into message_hours (bucket, receiver_id, subject_id, kind, started_at, sent, kept, counting_id, counted_from)
    select ${bucketOfRowsJoinedToIds(subjects, 'given.bucket')}, receiver_id, subject_id, kind, started_at, sent, kept, counting_id, counted_from
    from json_to_recordset(${given}::json) as given (bucket smallint, receiver_id text, subject_id text, kind text, started_at bigint,
      sent int, kept json, counting_id text, counted_from bigint)
    order by receiver_id, subject_id, kind
    on conflict (receiver_id, subject_id, kind, bucket) do update set ${change}
    returning receiver_id, subject_id, kind, started_at, sent, kept, counting_id, counted_from`.execute(tx)
  return put
}
