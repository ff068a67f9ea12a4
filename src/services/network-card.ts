import { invalidRequest } from '../contract/errors.ts'
import { findCardNumber, type FoundNumber } from '../store/card-secrets.ts'
import type { ReadContext } from './request/context.ts'
import { findNumber } from './find-number.ts'
import { openNumber } from './open-number.ts'

/** How the network names a card: by id or by number, with the expiry and CVV that the buyer typed, if any. */
export interface CardReference {
  readonly cardId?: string
  readonly pan?: string
  /** `MM/YY` */
  readonly exp?: string
  readonly cvv?: string
}

export interface NetworkCard {
  /** Empty where there is no such number: the engine refuses it like any unknown id. */
  readonly cardId: string
  /** False where an expiry or CVV was given that is not the card's. */
  readonly credentialsValid: boolean
}

/** Finds the card that the network means. Exactly one of `cardId` and `pan` is needed. */
export async function cardOfNetwork(context: ReadContext, reference: CardReference): Promise<NetworkCard> {
  const { cardId, pan, exp, cvv } = reference
  if (cardId !== undefined && pan !== undefined) {
    throw invalidRequest('pan', 'Only one of `cardId` and `pan` can be given.')
  }
  if (cardId === undefined && pan === undefined) {
    throw invalidRequest('cardId', 'One of `cardId` and `pan` is needed.', 'parameter_missing')
  }
  if (cardId !== undefined && exp === undefined && cvv === undefined) return { cardId, credentialsValid: true }
  const { accountId } = context.principal
  const found =
    pan === undefined
      ? await findCardNumber(context.db, accountId, cardId as string)
      : await findNumber(context, accountId, pan)
  if (found === undefined) return { cardId: cardId ?? '', credentialsValid: false }
  return {
    cardId: found.cardId,
    credentialsValid: expiryMatches(found, exp) && (await cvvMatches(context, found, cvv)),
  }
}

const expiryMatches = ({ expMonth, expYear }: FoundNumber, exp: string | undefined): boolean =>
  exp === undefined || exp === `${expMonth}/${expYear.slice(-2)}`

/** A destroyed number has no CVV that could be right. */
async function cvvMatches(context: ReadContext, found: FoundNumber, cvv: string | undefined): Promise<boolean> {
  if (cvv === undefined) return true
  if (found.sealed === null) return false
  const { accountId } = context.principal
  return (await openNumber(context.vault, { accountId, cardId: found.cardId }, found.sealed)).cvv.equals(cvv)
}
