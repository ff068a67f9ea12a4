import type { HashedNetworkReference } from '../../domain/batch/commands/commands.ts'
import { noNetworkReference } from '../../domain/batch/references.ts'
import { maskCardNumbers } from '../../lib/numbers-in-text.ts'
import type { NodeDeps } from '../request/context.ts'

/**
 * Makes the stored text of a network reference, in which card numbers are masked, and the keyed hashes of the reference. References are
 * compared by their hashes, because of the masks.
 */
export function networkReferenceOf(
  { vault, settings }: Pick<NodeDeps, 'vault' | 'settings'>,
  { accountId, cardId }: { readonly accountId: string; readonly cardId: string },
  reference: string | undefined,
): HashedNetworkReference {
  if (reference === undefined) return noNetworkReference
  const hash = (...values: string[]) => vault.fingerprint(...values).toString('base64url')
  return {
    networkReference: maskCardNumbers(reference, settings.cardBin),
    referenceHash: hash('network reference of an account', accountId, reference),
    cardReferenceHash: hash('network reference', accountId, cardId, reference),
  }
}

/** The hashes under which a transaction with this network reference may be stored. */
export const networkReferenceHashes = ({ referenceHash, cardReferenceHash }: HashedNetworkReference): string[] =>
  [referenceHash, cardReferenceHash].filter((hash) => hash !== null)
