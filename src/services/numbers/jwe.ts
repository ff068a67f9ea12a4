import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  type webcrypto,
} from 'node:crypto'
import { concatKdf } from '../../lib/concat-kdf.ts'

const ALGORITHM = 'A256GCM'
const KEY_BITS = 256
const IV_BYTES = 12

/** A public key of `P-256` or `X25519`; nothing where the JWK is none, or is of a point that no secret comes of. */
export function publicKeyOf(jwk: webcrypto.JsonWebKey): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    sealFor(key, { header: {}, payload: '' })
    return key
  } catch {
    return undefined
  }
}

/**
 * A compact JWE (RFC 7516) that the owner of a public key alone can open: `ECDH-ES` with a key pair for this one time, and
 * `A256GCM`. The header stands in clear, and cannot be changed without anybody noticing.
 */
export function sealFor(key: KeyObject, { header, payload }: { header: object; payload: string }): string {
  const pair = keyPairLike(key)
  const secret = diffieHellman({ privateKey: pair.privateKey, publicKey: key })
  const protectedHeader = { alg: 'ECDH-ES', enc: ALGORITHM, epk: pair.publicKey.export({ format: 'jwk' }), ...header }
  const encodedHeader = Buffer.from(JSON.stringify(protectedHeader)).toString('base64url')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', concatKdf(secret, { algorithm: ALGORITHM, bits: KEY_BITS }), iv)
  cipher.setAAD(Buffer.from(encodedHeader))
  const text = Buffer.concat([cipher.update(payload, 'utf8'), cipher.final()])
  return [encodedHeader, '', ...[iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}

const keyPairLike = (key: KeyObject): { publicKey: KeyObject; privateKey: KeyObject } =>
  key.asymmetricKeyType === 'x25519'
    ? generateKeyPairSync('x25519')
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
