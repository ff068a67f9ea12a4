import { createDecipheriv, createPublicKey, diffieHellman, type KeyObject, type webcrypto } from 'node:crypto'
import { concatKdf } from '../lib/concat-kdf.ts'

const ALGORITHM = 'A256GCM'
const KEY_BITS = 256
const TAG_BYTES = 16

export interface Opened {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: string
}

/** Opens a compact JWE (RFC 7516) of `ECDH-ES` and `A256GCM`. Throws where it was changed, is another's, or is of another kind. */
export function openSealed(privateKey: KeyObject, sealed: string): Opened {
  const [head = '', encryptedKey, iv = '', text = '', tag = '', ...more] = sealed.split('.')
  const header = JSON.parse(bytesOf(head).toString()) as Record<string, unknown>
  const isOurKind = header['alg'] === 'ECDH-ES' && header['enc'] === ALGORITHM && !('crit' in header || 'zip' in header)
  if (!isOurKind || encryptedKey !== '' || more.length > 0) throw new Error('Not a JWE of ECDH-ES and A256GCM')
  const publicKey = createPublicKey({ key: header['epk'] as webcrypto.JsonWebKey, format: 'jwk' })
  const key = concatKdf(diffieHellman({ privateKey, publicKey }), { algorithm: ALGORITHM, bits: KEY_BITS })
  const decipher = createDecipheriv('aes-256-gcm', key, bytesOf(iv), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(head))
  decipher.setAuthTag(bytesOf(tag))
  return { header, payload: Buffer.concat([decipher.update(bytesOf(text)), decipher.final()]).toString() }
}

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')
