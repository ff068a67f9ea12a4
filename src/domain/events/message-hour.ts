import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import type { NotifiedType } from '../../contract/resources/notifications.ts'

/**
 * The subject of a message: something that waits for a decision, a question of a bank, which has to be answered within minutes, or
 * something that has happened. Each kind is counted by itself, so that requests of an agent cannot keep people from hearing of its
 * purchases. Null: the message is about no agent or card, and is not counted.
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
} as const satisfies Readonly<Record<NotifiedType, string | null>>
export type MessageKind = NonNullable<(typeof messageKinds)[NotifiedType]>

export const messageKindOf = (type: string): MessageKind | null => messageKinds[type as NotifiedType]

/** How many messages about one agent or card a receiver gets in an hour, before one that counts the others. */
export const MOST_MESSAGES = 10
export const MESSAGE_HOUR_MS = 60 * MINUTE_MS
/** How long a message that counts waits for others. */
const GATHERING_MS = 30 * SECOND_MS
/** After how long another message counts in place of one that was not sent, because its receiver was not to be told any more. */
const LOST_AFTER_MS = 10 * MINUTE_MS
/** How many ids are kept at most: reports do not end by themselves, and a count needs no more. */
const MOST_KEPT = 1000

/** The messages about one agent or card to one receiver. Times are Unix milliseconds. */
export interface MessageHour {
  readonly startedAt: number
  readonly sent: number
  /** Deliveries that get no message of their own. */
  readonly kept: readonly string[]
  /**
   * The delivery that counts what is kept, and when it is due. `from` null: it was sent, and is kept in case that it has to be sent again.
   * Null: none has to count.
   */
  readonly counting: { readonly id: string; readonly from: number | null } | null
}

export interface NewMessage {
  readonly deliveryId: string
  /** The id of what it is about. */
  readonly aboutId: string
  /** Whether an attempt was made before, so that the message counts already. */
  readonly isRetry: boolean
}

/** The turn of a message: it is sent, stands for those that are kept, is put off, or is not sent. */
export type MessageTurn =
  | { readonly turn: 'send' | 'drop' }
  | { readonly turn: 'count'; readonly count: number }
  | { readonly turn: 'wait'; readonly until: number }

/**
 * Decides about a message that is due: at most ten in an hour, then one that counts the rest. `isDue`: whether what an id names is still to
 * be told: it waits, or is a report.
 */
export function nextTurn(
  hour: MessageHour,
  { deliveryId, aboutId, isRetry }: NewMessage,
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
  if (hour.sent < MOST_MESSAGES) return { hour: { ...hour, sent: hour.sent + 1 }, turn: { turn: 'send' } }
  const until = hour.sent > MOST_MESSAGES ? hour.startedAt + MESSAGE_HOUR_MS : now + GATHERING_MS
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
  readonly turn: MessageTurn
}

const isOver = ({ startedAt }: MessageHour, now: number): boolean => now >= startedAt + MESSAGE_HOUR_MS

/** A delivery stands for all that is kept and still to be told. */
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
