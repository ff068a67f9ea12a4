import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { CompactSign } from 'jose'
import { assert } from '../lib/assert.ts'

/** A public key that receipts are checked with, as a member of a JWK Set (RFC 7517). */
export interface ReceiptPublicKey {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  /** The key's thumbprint (RFC 7638), which is unique to the key. */
  readonly kid: string
  readonly alg: 'ES256'
  readonly use: 'sig'
}

export interface ReceiptKey {
  readonly publicKey: ReceiptPublicKey
  readonly privateKey: KeyObject
}

export interface ReceiptSigner {
  readonly kid: string
  /** Signs a payload as a compact JWS (RFC 7515). */
  sign(payload: string): Promise<string>
}

export const newReceiptKey = (): ReceiptKey =>
  receiptKeyFrom(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

export function receiptKeyFrom(privateKey: KeyObject): ReceiptKey {
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' })
  assert(x !== undefined && y !== undefined, 'a point has two coordinates')
  const kid = createHash('sha256').update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`).digest('base64url')
  return { publicKey: { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' }, privateKey }
}

export const receiptSigner = ({ publicKey: { kid, alg }, privateKey }: ReceiptKey): ReceiptSigner => ({
  kid,
  sign: (payload) =>
    new CompactSign(Buffer.from(payload)).setProtectedHeader({ alg, kid, typ: 'receipt+jws' }).sign(privateKey),
})
