import { CompactEncrypt, type JWK } from 'jose'

/**
 * A compact JWE (RFC 7516) that the owner of a public key of `P-256` or `X25519` alone can open: `ECDH-ES` with a key pair for this one
 * time, and `A256GCM`. The header stands in clear, and cannot be changed without anybody noticing. Rejects where the JWK is no such key,
 * or is of a point that no secret comes of.
 */
export const sealFor = async (jwk: JWK, { header, payload }: { header: object; payload: string }): Promise<string> =>
  new CompactEncrypt(Buffer.from(payload))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...header })
    .encrypt(jwk)

/** Whether something can be sealed for the key. */
export const isSealingKey = (jwk: JWK): Promise<boolean> =>
  sealFor(jwk, { header: {}, payload: '' }).then(
    () => true,
    () => false,
  )
