import { sql, type SqlBool } from 'kysely'
import { cardMoved } from '../../domain/events/events.ts'
import { cardLife, type CardMove } from '../../domain/lifecycles/card.ts'
import { isFinal } from '../../domain/lifecycles/moves.ts'
import { cardChange } from '../audit/audited-rows.ts'
import { wanted } from '../sharding/by-id.ts'
import type { Card } from './cards.ts'
import type { LockedCustomers } from '../customers/customer-lock.ts'
import { destroyCvvs } from '../numbers/destroyed-numbers.ts'
import { callIssuers } from '../issuers/issuer-calls.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { cardTold } from '../rows/states.ts'

export type CardStatus = Card['status']

/** Cards that move, with a cause that the move may have. */
export type CardMoves = CardMove & {
  readonly cardIds: readonly string[]
  readonly now: number
  readonly note?: string | undefined
}

/** An agent may have a hundred thousand cards. More at once fail at a statement's five seconds. */
const AT_ONCE = 1000

/**
 * Moves cards to a status and tells of it, whatever caused it. Cards that are there already, or closed, stay as they
 * are and tell nothing. Answers the cards that moved.
 */
export async function moveCards(locked: LockedCustomers, move: CardMoves): Promise<Card[]> {
  const moved: Card[] = []
  for (let start = 0; start < move.cardIds.length; start += AT_ONCE) {
    moved.push(...(await moveSome(locked, { ...move, cardIds: move.cardIds.slice(start, start + AT_ONCE) })))
  }
  return moved
}

async function moveSome(locked: LockedCustomers, move: CardMoves): Promise<Card[]> {
  const moved = await locked.tx
    .updateTable('cards')
    .from(wanted(move.cardIds))
    .innerJoin('cards as before', (on) =>
      on.onRef('before.bucket', '=', 'wanted.bucket').onRef('before.id', '=', 'wanted.id'),
    )
    .set({ status: move.to, ...(isFinal(cardLife, move.to) ? { closed_at: move.now } : {}) })
    .whereRef('cards.bucket', '=', 'wanted.bucket')
    .whereRef('cards.id', '=', 'wanted.id')
    .where(sql<SqlBool>`cards.status = any(${cardLife[move.to].from})`)
    .returningAll('cards')
    .returning('before.status as status_before')
    .execute()
  if (isFinal(cardLife, move.to)) await destroyCvvs(locked, moved)
  const events = moved.map((card) => cardMoved(cardTold(locked.own(card)), move, { at: move.now, note: move.note }))
  await recordEvents(locked, events)
  await callIssuers(locked, moved)
  return moved.map(({ status_before: status, ...card }) => {
    locked.audit.record(cardChange({ ...card, status }, card))
    return card
  })
}
