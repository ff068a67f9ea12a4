import { invalidRequest } from '../contract/errors.ts'
import { findCardIdByNumber, findCardSecret } from '../store/card-secrets.ts'
import { findCard, type Card } from '../store/cards.ts'
import type { ReadContext } from './context.ts'
import { openCard } from './card-number.ts'

/** How the network names a card: by id or by number, with the expiry and CVV that the buyer typed, if any. */
export interface CardReference {
  readonly cardId?: string
  readonly pan?: string
  /** `MM/YY` */
  readonly exp?: string
  readonly cvv?: string
}

export interface NetworkCard {
  /** Empty where there is no such card: the engine refuses it like any unknown id. */
  readonly cardId: string
  /** False where an expiry or CVV was given that is not the card's. */
  readonly credentialsValid: boolean
}

/** Finds the card that the network means. Exactly one of `cardId` and `pan` is needed. */
export async function cardOfNetwork(context: ReadContext, reference: CardReference): Promise<NetworkCard> {
  const cardId = await cardIdOf(context, reference)
  if (cardId === null) return { cardId: '', credentialsValid: false }
  return { cardId, credentialsValid: await credentialsMatch(context, cardId, reference) }
}

async function cardIdOf({ db, vault, principal }: ReadContext, { cardId, pan }: CardReference): Promise<string | null> {
  if (cardId !== undefined && pan !== undefined) {
    throw invalidRequest('pan', 'Only one of `cardId` and `pan` can be given.')
  }
  if (pan !== undefined) return findCardIdByNumber(db, principal.accountId, vault.numberHashes(pan))
  if (cardId === undefined) throw invalidRequest('cardId', 'One of `cardId` and `pan` is needed.', 'parameter_missing')
  return cardId
}

async function credentialsMatch(context: ReadContext, cardId: string, { exp, cvv }: CardReference): Promise<boolean> {
  if (exp === undefined && cvv === undefined) return true
  const card = await findCard(context.db, { accountId: context.principal.accountId, agentId: null }, cardId)
  if (card === undefined) return false
  const expiryMatches = exp === undefined || exp === `${card.exp_month}/${card.exp_year.slice(-2)}`
  return expiryMatches && (cvv === undefined || (await cvvMatches(context, card, cvv)))
}

/** A destroyed number has no CVV that could be right. */
async function cvvMatches({ db, vault }: ReadContext, card: Card, cvv: string): Promise<boolean> {
  const sealed = await findCardSecret(db, card.id)
  const opened = sealed && openCard(vault, card, sealed)
  return opened?.cvv.equals(cvv) ?? false
}
