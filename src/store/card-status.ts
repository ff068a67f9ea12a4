import { sql, type SqlBool } from 'kysely'
import type { CardEventData } from '../contract/events.ts'
import type { Ids } from '../lib/ids.ts'
import { lastSpendAt, type Card } from './cards.ts'
import type { Tx } from './database.ts'
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
  readonly ids: Ids
}

/** An agent may have a hundred thousand cards. More at once fail at a statement's 65,535 parameters or its five seconds. */
const AT_ONCE = 1000

/**
 * Moves cards to a status and tells of it, whatever caused it. Cards that are there already, or closed, stay as they
 * are and tell nothing. Answers the cards that moved. The caller holds the locks of their customers.
 */
export async function moveCards(tx: Tx, move: CardMove): Promise<Card[]> {
  const moved: Card[] = []
  for (let start = 0; start < move.cardIds.length; start += AT_ONCE) {
    moved.push(...(await moveSome(tx, { ...move, cardIds: move.cardIds.slice(start, start + AT_ONCE) })))
  }
  return moved
}

async function moveSome(tx: Tx, move: CardMove): Promise<Card[]> {
  const moved = await tx
    .updateTable('cards')
    .set({ status: move.to, ...(move.to === 'closed' ? { closed_at: move.now } : {}) })
    .where(sql<SqlBool>`id = any(${move.cardIds}::text[])`)
    .where('status', 'in', movesFrom[move.to])
    .returningAll()
    .returning(lastSpendAt)
    .execute()
  const events = moved.map((card) => cardEvent(eventOf[move.to], card, move))
  await recordEvents(tx, move.ids, events)
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
