import { sql, type SqlBool } from 'kysely'
import type { CardEventData } from '../contract/events.ts'
import { wanted } from './by-id.ts'
import type { Card } from './cards.ts'
import type { LockedCustomers } from './customer-lock.ts'
import { recordEvents, type NewEvent } from './outbox.ts'

export type CardStatus = Card['status']
export type StatusReason = NonNullable<CardEventData['reason']>

/** Where a card can come from. Closed is final: nothing leaves it. */
const movesFrom: Record<CardStatus, CardStatus[]> = {
  active: ['frozen'],
  frozen: ['active'],
  closed: ['active', 'frozen'],
}
const eventOf = { active: 'card.unfrozen', frozen: 'card.frozen', closed: 'card.closed' } as const

export interface CardMove {
  readonly cardIds: readonly string[]
  readonly to: CardStatus
  /** Left out of `card.unfrozen`. */
  readonly reason: StatusReason
  readonly now: number
}

/** An agent may have a hundred thousand cards. More at once fail at a statement's five seconds. */
const AT_ONCE = 1000

/**
 * Moves cards to a status and tells of it, whatever caused it. Cards that are there already, or closed, stay as they
 * are and tell nothing. Answers the cards that moved.
 */
export async function moveCards(locked: LockedCustomers, move: CardMove): Promise<Card[]> {
  const moved: Card[] = []
  for (let start = 0; start < move.cardIds.length; start += AT_ONCE) {
    moved.push(...(await moveSome(locked, { ...move, cardIds: move.cardIds.slice(start, start + AT_ONCE) })))
  }
  return moved
}

async function moveSome(locked: LockedCustomers, move: CardMove): Promise<Card[]> {
  const moved = await locked.tx
    .updateTable('cards')
    .from(wanted(move.cardIds))
    .set({ status: move.to, ...(move.to === 'closed' ? { closed_at: move.now } : {}) })
    .whereRef('cards.bucket', '=', 'wanted.bucket')
    .whereRef('cards.id', '=', 'wanted.id')
    .where(sql<SqlBool>`status = any(${movesFrom[move.to]})`)
    .returningAll('cards')
    .execute()
  const events = moved.map((card) => cardEvent(eventOf[move.to], locked.own(card), move))
  await recordEvents(locked, events)
  return moved
}

type CardEventType = 'card.created' | (typeof eventOf)[CardStatus]

/** What webhooks are told of a card (contract, section 12). */
export function cardEvent(type: CardEventType, card: Card, { now, reason }: { now: number; reason?: StatusReason }) {
  const data: CardEventData = {
    cardId: card.id,
    customerId: card.customer_id,
    agentId: card.agent_id,
    status: card.status,
    last4: card.last4,
    ...(reason !== undefined && (type === 'card.frozen' || type === 'card.closed') ? { reason } : {}),
  }
  return { accountId: card.account_id, customerId: card.customer_id, type, data, at: now } satisfies NewEvent
}
