import { invalidRequestError } from '../../contract/errors.ts'
import { type SentCredentials, noSentCredentials, type CredentialProof } from '../../domain/credentials.ts'
import { findCardNumber, type StoredCardNumber } from '../../store/numbers/card-secrets.ts'
import type { ReadOperationContext } from '../request/context.ts'
import { findCardByNumber } from '../numbers/find-number.ts'
import { openCardNumber } from '../numbers/open-number.ts'

/** How a request of the network API names a card: by its id or its number, with the expiry and CVV that the buyer typed, if any. */
export interface NetworkCardReference {
  readonly cardId?: string
  readonly pan?: string
  /** The expiry that the buyer typed, as `MM/YY`. */
  readonly exp?: string
  readonly cvv?: string
}

export interface NetworkCardOfRequest {
  /** The id of the card. Empty where the number is unknown: the engine then answers like for an unknown id. */
  readonly cardId: string
  readonly credentials: SentCredentials
}

/** Finds the card of a request from the network. Throws `invalid_request` unless exactly one of `cardId` and `pan` is given. */
export async function findCardOfNetworkRequest(
  context: ReadOperationContext,
  reference: NetworkCardReference,
): Promise<NetworkCardOfRequest> {
  const { cardId, pan, exp, cvv } = reference
  if (cardId !== undefined && pan !== undefined) {
    throw invalidRequestError(
      'pan',
      'Only one of `cardId` and `pan` can be given.',
      'parameter_invalid',
      'Leave `cardId` or `pan` out.',
    )
  }
  if (cardId === undefined && pan === undefined) {
    throw invalidRequestError(
      'cardId',
      'One of `cardId` and `pan` is needed.',
      'parameter_missing',
      'Send the id of a card as `cardId`, or its number as `pan`.',
    )
  }
  if (cardId !== undefined && exp === undefined && cvv === undefined) return { cardId, credentials: noSentCredentials }
  const { accountId } = context.principal
  const number =
    pan === undefined
      ? await findCardNumber(context.db, accountId, cardId as string)
      : await findCardByNumber(context, accountId, pan)
  if (number === undefined) return { cardId: cardId ?? '', credentials: noSentCredentials }
  return {
    cardId: number.cardId,
    credentials: {
      byNumber: pan !== undefined,
      expiry: expiryProof(number, exp),
      cvv: await cvvProof(context, number, cvv),
    },
  }
}

function expiryProof({ expMonth, expYear }: StoredCardNumber, exp: string | undefined): CredentialProof {
  if (exp === undefined) return 'none'
  return exp === `${expMonth}/${expYear.slice(-2)}` ? 'right' : 'wrong'
}

async function cvvProof(
  context: ReadOperationContext,
  number: StoredCardNumber,
  cvv: string | undefined,
): Promise<CredentialProof> {
  if (cvv === undefined) return 'none'
  if (number.sealed === null) return 'gone'
  const { accountId } = context.principal
  const { cvv: own } = await openCardNumber(context.vault, { accountId, cardId: number.cardId }, number.sealed)
  if (own === null) return 'gone'
  return own.equals(cvv) ? 'right' : 'wrong'
}
