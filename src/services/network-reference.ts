import { maskCardNumbers } from '../lib/numbers-in-text.ts'
import type { ReadContext } from './request/context.ts'

/** As it is kept, and the keyed hash by which it is compared: what is masked in the one may differ. */
export function referenceOf(
  { vault, principal, settings }: ReadContext,
  cardId: string,
  reference: string | undefined,
) {
  if (reference === undefined) return { networkReference: null, referenceHash: null }
  const hash = vault.fingerprint('network reference', principal.accountId, cardId, reference)
  return {
    networkReference: maskCardNumbers(reference, settings.cardBin),
    referenceHash: hash.toString('base64url'),
  }
}
