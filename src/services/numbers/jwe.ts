import { CompactEncrypt, type JWK } from 'jose'

/**
 * Makes a compact JWE (RFC 7516) that only the owner of the key pair on `P-256` or `X25519` can open: `ECDH-ES` with an ephemeral key pair,
 * and `A256GCM`. The header is readable and authenticated. Rejects where the JWK is no such key, or is a point that gives no shared secret.
 */
export const sealForPublicKey = async (
  jwk: JWK,
  { header, payload }: { header: object; payload: string },
): Promise<string> =>
  new CompactEncrypt(Buffer.from(payload))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...header })
    .encrypt(jwk)

/** Whether a JWK is a key that `sealForPublicKey` accepts. */
export const isCardSealingKey = (jwk: JWK): Promise<boolean> =>
  sealForPublicKey(jwk, { header: {}, payload: '' }).then(
    () => true,
    () => false,
  )
