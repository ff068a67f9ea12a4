import { maskCardNumbers } from '../../lib/numbers-in-text.ts'
import type { Deps } from '../request/context.ts'

/** As it is kept, and the keyed hash by which it is compared: what is masked in the one may differ. */
export function referenceOf(
  { vault, settings }: Pick<Deps, 'vault' | 'settings'>,
  { accountId, cardId }: { readonly accountId: string; readonly cardId: string },
  reference: string | undefined,
) {
  if (reference === undefined) return { networkReference: null, referenceHash: null }
  const hash = vault.fingerprint('network reference', accountId, cardId, reference)
  return {
    networkReference: maskCardNumbers(reference, settings.cardBin),
    referenceHash: hash.toString('base64url'),
  }
}
