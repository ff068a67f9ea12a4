import type { CardSheet } from '../../contract/sheets/card.ts'
import type { ResourceSettings } from '../../contract/sheets/schemas.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import { cardLifecycle, type CardTransition } from '../lifecycles/card.ts'
import { lifecycleAllowsStatusChange, isFinalLifecycleStatus } from '../lifecycles/moves.ts'

/** All fields of a card: those that decisions read, and those that people set and see. */
export interface CardWithAllFields extends LoadedCard, Omit<ResourceSettings<CardSheet>, keyof LoadedCard> {
  /** The currency of the card's customer, as ISO 4217 code. */
  readonly currency: string
  /** The name of the card's issuer. Null: Purser issues the card. */
  readonly issuer: string | null
  /** The month of the card's expiry; `expYear` is its year. Null: the issuer has not made the card yet. */
  readonly expMonth: string | null
  readonly expYear: string | null
  /** When the shadow policy was last changed, in Unix milliseconds. Null: there is no shadow policy. */
  readonly shadowSince: number | null
}

/** A card that is not stored yet. */
export type NewCard = CardWithAllFields & { readonly closedAt?: null }

/** A card before and after a change that is not saved yet. `cardConsequences` gives its audit entry, events and further effects. */
export interface UnsavedCardChange<Card extends LoadedCard = LoadedCard> {
  readonly before: Card
  readonly after: Card
  /** The card's new status and the reason for it. Null: the status stays. */
  readonly move: CardTransition | null
  /** The note of the caller who changes the card's status. */
  readonly note?: string | undefined
}

/** The reason why a change of a card is refused: a closed card cannot be changed. */
export type CardRefusal = 'card_closed'

/** Makes the change that gives a card another status. Null: the card has that status already, or cannot get it. */
export const cardStatusChange = <Card extends LoadedCard>(
  card: Card,
  move: CardTransition,
  note?: string,
): UnsavedCardChange<Card> | null =>
  lifecycleAllowsStatusChange(cardLifecycle, card.status, move.to)
    ? { before: card, after: { ...card, status: move.to }, move, note }
    : null

/** Makes the change to the status that a caller requested. Null: the card has that status already. */
export function requestedCardStatusChange<Card extends LoadedCard>(
  card: Card,
  to: Card['status'],
  note?: string,
): UnsavedCardChange<Card> | null | CardRefusal {
  if (card.status === to) return null
  return cardStatusChange(card, { to, reason: 'requested' }, note) ?? 'card_closed'
}

/** Makes a change of a card's settings: its rules, its usage, its label, metadata and addresses. */
export function cardSettingsChange<Card extends LoadedCard>(
  card: Card,
  set: (card: Card) => Card,
): UnsavedCardChange<Card> | CardRefusal {
  return isFinalLifecycleStatus(cardLifecycle, card.status)
    ? 'card_closed'
    : { before: card, after: set(card), move: null }
}

/** Makes the change that clears the counted failures of a card's credentials. Null: the card has none. */
export function credentialsUnlockChange<Card extends LoadedCard>(
  card: Card,
): UnsavedCardChange<Card> | null | CardRefusal {
  if (isFinalLifecycleStatus(cardLifecycle, card.status)) return 'card_closed'
  if (card.failedCredentials.length === 0) return null
  return { before: card, after: { ...card, failedCredentials: [] }, move: null }
}

/** Makes the change that closes a card that has expired. Null: the card has not expired, or is closed already. `now`: Unix milliseconds. */
export const expiredCard = <Card extends LoadedCard>(card: Card, now: number): UnsavedCardChange<Card> | null =>
  card.expiresAt !== null && card.expiresAt <= now ? cardStatusChange(card, { to: 'closed', reason: 'expired' }) : null
