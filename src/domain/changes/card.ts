import type { Address } from '../../contract/primitives.ts'
import type { LoadedCard } from '../batch/working-set.ts'
import { cardLife, type CardMove } from '../lifecycles/card.ts'
import { canBecome, isFinal } from '../lifecycles/moves.ts'

/** A card with what people set and see of it, beside what decisions read. */
export interface WholeCard extends LoadedCard {
  readonly type: 'virtual' | 'physical'
  /** Null: Purser. */
  readonly issuer: string | null
  /** The two of the expiry: null until the card's issuer has made it. */
  readonly expMonth: string | null
  readonly expYear: string | null
  /** Since when the shadow policy is what it is, Unix milliseconds. */
  readonly shadowSince: number | null
  readonly configuration: Readonly<Record<string, unknown>> | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly billing: Address | null
  readonly shipping: Address | null
}

/** What a change makes of a card. Nothing is saved yet: see `consequencesOf` for what follows from it. */
export interface CardChange<Card extends LoadedCard = LoadedCard> {
  readonly before: Card
  readonly after: Card
  /** Why its status changes; null: the status stays. */
  readonly move: CardMove | null
  /** What whoever moves the card says about it. */
  readonly note?: string | undefined
}

/** The change was refused: nothing of a closed card changes. */
export type Refused = 'card_closed'

/** Moves a card. Null: it cannot become that, or is so already. */
export const movedCard = <Card extends LoadedCard>(
  card: Card,
  move: CardMove,
  note?: string,
): CardChange<Card> | null =>
  canBecome(cardLife, card.status, move.to) ? { before: card, after: { ...card, status: move.to }, move, note } : null

/** Moves a card because somebody asks for it. Null: its status is that already. */
export function requestedMove<Card extends LoadedCard>(
  card: Card,
  to: Card['status'],
  note?: string,
): CardChange<Card> | null | Refused {
  if (card.status === to) return null
  return movedCard(card, { to, reason: 'requested' }, note) ?? 'card_closed'
}

/** Changes settings of a card: its rules, its usage, and what people note about it. */
export function setCard<Card extends LoadedCard>(card: Card, set: (card: Card) => Card): CardChange<Card> | Refused {
  return isFinal(cardLife, card.status) ? 'card_closed' : { before: card, after: set(card), move: null }
}

/** Forgets the wrong expiries and CVVs that were counted. Null: there are none. */
export function unlockedCard<Card extends LoadedCard>(card: Card): CardChange<Card> | null | Refused {
  if (isFinal(cardLife, card.status)) return 'card_closed'
  if (card.failedCredentials.length === 0) return null
  return { before: card, after: { ...card, failedCredentials: [] }, move: null }
}

/** Closes a card whose time is over. Null: it is not, or the card is closed already. */
export const expiredCard = <Card extends LoadedCard>(card: Card, now: number): CardChange<Card> | null =>
  card.expiresAt !== null && card.expiresAt <= now ? movedCard(card, { to: 'closed', reason: 'expired' }) : null
