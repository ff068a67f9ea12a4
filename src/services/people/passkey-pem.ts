import { createPublicKey, type webcrypto } from 'node:crypto'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { assert } from '../../lib/assert.ts'

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64url')

/** A passkey's public key as PEM (SPKI), which common tools read. */
export const passkeyPem = (publicKey: Buffer): string =>
  createPublicKey({ key: jwkOf(decodeCredentialPublicKey(new Uint8Array(publicKey))), format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })

/** The JWK of a COSE key of one of the `ALGORITHMS`. */
function jwkOf(key: ReturnType<typeof decodeCredentialPublicKey>): webcrypto.JsonWebKey {
  const { x, y, n, e } = cose.COSEKEYS
  if (cose.isCOSEPublicKeyEC2(key)) return { kty: 'EC', crv: 'P-256', x: text(key.get(x)), y: text(key.get(y)) }
  if (cose.isCOSEPublicKeyOKP(key)) return { kty: 'OKP', crv: 'Ed25519', x: text(key.get(x)) }
  assert(cose.isCOSEPublicKeyRSA(key), 'passkeys are made with ES256, EdDSA or RS256')
  return { kty: 'RSA', n: text(key.get(n)), e: text(key.get(e)) }
}
