import type { KeyObject } from 'node:crypto'
import { compactDecrypt } from 'jose'

const OUR_KIND = {
  keyManagementAlgorithms: ['ECDH-ES'],
  contentEncryptionAlgorithms: ['A256GCM'],
  maxDecompressedLength: 0, // compressed content is refused
}

export interface OpenedEnvelope {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: string
}

/**
 * Opens a card number sealed as a compact JWE (RFC 7516) of `ECDH-ES` and `A256GCM`. Rejects where the text was changed, was sealed for
 * another key, or is of another kind.
 */
export async function openSealed(privateKey: KeyObject, sealed: string): Promise<OpenedEnvelope> {
  const { protectedHeader, plaintext } = await compactDecrypt(sealed, privateKey, OUR_KIND)
  return { header: protectedHeader, payload: Buffer.from(plaintext).toString() }
}
