import { createDecipheriv, createPublicKey, diffieHellman, type KeyObject, type webcrypto } from 'node:crypto'
import { concatKdf } from '../../src/services/jwe.ts'

/** What a filler does with a compact JWE. Throws where it was changed, or is for another key. */
export function openSealed(
  privateKey: KeyObject,
  sealed: string,
): { header: Record<string, unknown>; payload: string } {
  const [head = '', , iv = '', text = '', tag = ''] = sealed.split('.')
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { epk: webcrypto.JsonWebKey } & Record<
    string,
    unknown
  >
  const publicKey = createPublicKey({ key: header.epk, format: 'jwk' })
  const key = concatKdf(diffieHellman({ privateKey, publicKey }), { algorithm: 'A256GCM', bits: 256 })
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(head))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  const payload = Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
  return { header, payload: payload.toString() }
}
