import type { KeyObject } from 'node:crypto'
import { compactDecrypt } from 'jose'
import type { PaymentCard } from './card.ts'
import { FillError } from './fill-error.ts'
import type { FillerKeyPair } from './filler-key.ts'

/** The purpose for which a card number was read. A number that was sealed for any other purpose is refused. */
export interface SealedCardContext {
  readonly key: Pick<FillerKeyPair, 'file' | 'privateKey'>
  readonly fillerId: string
  readonly cardId: string
  readonly intentId: string
  /** The origin of the checkout at which the number will be entered. */
  readonly origin: string
  /** The time at which the sealed card is opened, in Unix milliseconds. */
  readonly now: number
}

interface Sealed extends PaymentCard {
  readonly cardId: string
  readonly intentId?: string
  readonly expectedOrigin?: string
  readonly expiresAt: string
}

/**
 * Opens the card in a sealed answer of Purser. Rejects if it was not sealed for this filler, card, purchase and origin, or is older than a
 * few minutes.
 */
export async function openSealedCard(sealed: string, purpose: SealedCardContext): Promise<PaymentCard> {
  const { pan, exp, cvv, cardId, intentId, expectedOrigin, expiresAt } = await opened(sealed, purpose)
  const isFor = (name: string) =>
    new FillError(`The number that Purser sealed is for another ${name}. Nothing was paid.`)
  if (cardId !== purpose.cardId) throw isFor('card')
  if (intentId !== purpose.intentId) throw isFor('purchase')
  if (URL.parse(expectedOrigin ?? '')?.origin !== purpose.origin) throw isFor('origin')
  if (!(Date.parse(expiresAt) > purpose.now)) {
    throw new FillError('The time of the sealed number is over. Set the clock of this machine right, then fill anew.')
  }
  return { pan, exp, cvv }
}

async function opened(sealed: string, { key, fillerId }: SealedCardContext): Promise<Sealed> {
  try {
    const { header, payload } = await openSealedCardJwe(key.privateKey, sealed)
    if (header['kid'] === fillerId) return JSON.parse(payload) as Sealed
  } catch {
    // The cause of the error is left out, because it may repeat some of the sealed content.
  }
  throw new FillError(`What Purser sealed cannot be opened with the key in ${key.file}. Nothing was paid.`, {
    fixedBy: 'owner',
  })
}

const OUR_KIND = {
  keyManagementAlgorithms: ['ECDH-ES'],
  contentEncryptionAlgorithms: ['A256GCM'],
  maxDecompressedLength: 0, // compressed content is refused
}

interface OpenedEnvelope {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: string
}

/**
 * Opens a card number sealed as a compact JWE (RFC 7516) of `ECDH-ES` and `A256GCM`. Rejects where the text was changed, was sealed for
 * another key, or is of another kind.
 */
export async function openSealedCardJwe(privateKey: KeyObject, sealed: string): Promise<OpenedEnvelope> {
  const { protectedHeader, plaintext } = await compactDecrypt(sealed, privateKey, OUR_KIND)
  return { header: protectedHeader, payload: Buffer.from(plaintext).toString() }
}
