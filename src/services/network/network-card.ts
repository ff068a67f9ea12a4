import { invalidRequest } from '../../contract/errors.ts'
import { type Credentials, noCredentials, type Proof } from '../../domain/decision/credentials.ts'
import { findCardNumber, type StoredNumber } from '../../store/numbers/card-secrets.ts'
import type { ReadContext } from '../request/context.ts'
import { findNumber } from '../numbers/find-number.ts'
import { openNumber } from '../numbers/open-number.ts'

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
  readonly credentials: Credentials
}

/** Finds the card that the network means. Exactly one of `cardId` and `pan` is needed. */
export async function cardOfNetwork(context: ReadContext, reference: CardReference): Promise<NetworkCard> {
  const { cardId, pan, exp, cvv } = reference
  if (cardId !== undefined && pan !== undefined) {
    throw invalidRequest(
      'pan',
      'Only one of `cardId` and `pan` can be given.',
      'parameter_invalid',
      'Leave `cardId` or `pan` out.',
    )
  }
  if (cardId === undefined && pan === undefined) {
    throw invalidRequest(
      'cardId',
      'One of `cardId` and `pan` is needed.',
      'parameter_missing',
      'Send the id of a card as `cardId`, or its number as `pan`.',
    )
  }
  if (cardId !== undefined && exp === undefined && cvv === undefined) return { cardId, credentials: noCredentials }
  const { accountId } = context.principal
  const found =
    pan === undefined
      ? await findCardNumber(context.db, accountId, cardId as string)
      : await findNumber(context, accountId, pan)
  if (found === undefined) return { cardId: cardId ?? '', credentials: noCredentials }
  return {
    cardId: found.cardId,
    credentials: {
      byNumber: pan !== undefined,
      expiry: expiryProof(found, exp),
      cvv: await cvvProof(context, found, cvv),
    },
  }
}

function expiryProof({ expMonth, expYear }: StoredNumber, exp: string | undefined): Proof {
  if (exp === undefined) return 'none'
  return exp === `${expMonth}/${expYear.slice(-2)}` ? 'right' : 'wrong'
}

async function cvvProof(context: ReadContext, found: StoredNumber, cvv: string | undefined): Promise<Proof> {
  if (cvv === undefined) return 'none'
  if (found.sealed === null) return 'gone'
  const { accountId } = context.principal
  const { cvv: own } = await openNumber(context.vault, { accountId, cardId: found.cardId }, found.sealed)
  if (own === null) return 'gone'
  return own.equals(cvv) ? 'right' : 'wrong'
}
