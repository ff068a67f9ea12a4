import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { NotifiedEventType } from '../../contract/resources/notifications.ts'

/**
 * The kind of each notification by its event type: `decision` for something that waits for a decision, `challenge` for a question of an
 * issuer, which has to be answered within minutes, `report` for something that has happened. Messages of each kind are counted by
 * themselves, so that requests of an agent cannot keep people from hearing of its purchases. Null: the message is about no agent or card,
 * and is not counted.
 */
const messageKinds = {
  'intent.pending_approval': 'decision',
  'subscription.pending_approval': 'decision',
  'change_request.created': 'decision',
  'challenge.requested': 'challenge',
  'subscription.exceeded': 'report',
  'card.frozen': 'report',
  'budget.threshold': 'report',
  'transaction.created': 'report',
  'transaction.settled': 'report',
  'webhook.disabled': null,
  'account.stopped': null,
  'account.resumed': null,
} as const satisfies Readonly<Record<NotifiedEventType, string | null>>
export type NotificationMessageKind = NonNullable<(typeof messageKinds)[NotifiedEventType]>

export const notificationMessageKindOf = (type: string): NotificationMessageKind | null =>
  messageKinds[type as NotifiedEventType]

/**
 * How many notifications of one kind about one agent or card a receiver gets in an hour. Those after these are replaced by a collective
 * one, which says how many they are.
 */
export const MOST_MESSAGES_PER_HOUR = 10
export const MESSAGE_HOUR_MS = 60 * MINUTE_MS
/** How many milliseconds a collective message waits, so that it can count messages that come meanwhile. */
const GATHERING_MS = 30 * SECOND_MS
/**
 * How many milliseconds after a collective message was due another one takes its place, if it was not sent because its receiver was not to
 * be told of its event any more.
 */
const LOST_AFTER_MS = 10 * MINUTE_MS
/**
 * How many ids of replaced notifications are kept at most. Reports never stop being due, so the list would have no other bound, and a count
 * of a thousand says enough.
 */
const MOST_KEPT = 1000

/** The notifications of one kind to one receiver about one agent or card, within an hour. Times are Unix milliseconds. */
export interface MessageHour {
  readonly startedAt: number
  readonly sent: number
  /** The ids (as `NewNotificationMessage.aboutId`) of the messages that the collective message replaces. */
  readonly kept: readonly string[]
  /**
   * The delivery that is sent as the collective message, and when it is due. `from` null: it was sent, and is kept in case that it has to
   * be sent again. Null: no collective message is needed.
   */
  readonly counting: { readonly id: string; readonly from: number | null } | null
}

export interface NewNotificationMessage {
  readonly deliveryId: string
  /** The id of the intent, subscription, change request or challenge that waits for a decision, or of the reported event. */
  readonly aboutId: string
  /** Whether the delivery was attempted before. Its notification is then counted already. */
  readonly isRetry: boolean
}

/** The decision about a notification that is due: it is sent, is sent as the collective message (`count`), waits, or is dropped. */
export type NotificationSendDecision =
  | { readonly turn: 'send' | 'drop' }
  | { readonly turn: 'count'; readonly count: number }
  | { readonly turn: 'wait'; readonly until: number }

/**
 * Decides about a notification that is due: a receiver gets at most ten in an hour, then a collective one that counts the rest. `isDue`:
 * whether people are still to be told of the object with this id, because it waits for them or is a report.
 */
export function decideNotificationSend(
  hour: MessageHour,
  { deliveryId, aboutId, isRetry }: NewNotificationMessage,
  moment: Moment,
): MessageOutcome {
  const { counting } = hour
  const { now, isDue } = moment
  if (counting?.id === deliveryId) return counted(hour, deliveryId, moment)
  if (!isDue(aboutId)) return { hour, turn: { turn: 'drop' } }
  if (isRetry) return { hour, turn: { turn: 'send' } }
  if (counting !== null && counting.from !== null) {
    const others = hour.kept.filter((id) => id !== aboutId && isDue(id))
    const holding = { ...hour, kept: [...others, aboutId].slice(0, MOST_KEPT) }
    if (now >= counting.from + LOST_AFTER_MS) return counted(holding, deliveryId, moment)
    return { hour: holding, turn: { turn: 'drop' } }
  }
  if (isOver(hour, now)) return { hour: { startedAt: now, sent: 1, kept: [], counting: null }, turn: { turn: 'send' } }
  if (hour.sent < MOST_MESSAGES_PER_HOUR) return { hour: { ...hour, sent: hour.sent + 1 }, turn: { turn: 'send' } }
  const until = hour.sent > MOST_MESSAGES_PER_HOUR ? hour.startedAt + MESSAGE_HOUR_MS : now + GATHERING_MS
  return {
    hour: { ...hour, kept: [aboutId], counting: { id: deliveryId, from: until } },
    turn: { turn: 'wait', until },
  }
}

interface Moment {
  readonly now: number
  readonly isDue: (id: string) => boolean
}

interface MessageOutcome {
  readonly hour: MessageHour
  readonly turn: NotificationSendDecision
}

const isOver = ({ startedAt }: MessageHour, now: number): boolean => now >= startedAt + MESSAGE_HOUR_MS

/** Makes a delivery the collective message. It counts those replaced messages of which people are still to be told. */
function counted(hour: MessageHour, deliveryId: string, { now, isDue }: Moment): MessageOutcome {
  const kept = hour.kept.filter(isDue)
  if (kept.length === 0) return { hour: { ...hour, kept, counting: null }, turn: { turn: 'drop' } }
  const isAgain = hour.counting?.from === null
  const { startedAt, sent } = isOver(hour, now) && !isAgain ? { startedAt: now, sent: 0 } : hour
  const counting = { id: deliveryId, from: null }
  return {
    hour: { startedAt, sent: isAgain ? sent : sent + 1, kept, counting },
    turn: { turn: 'count', count: kept.length },
  }
}
