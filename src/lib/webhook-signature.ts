import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The signature of a delivery, for sender and receiver (specification, Authentication): `t=<unix seconds>,v1=<hex>`,
 * an HMAC-SHA256 over `{t}.{body}` keyed with the whole secret as UTF-8 text. Two secrets give two `v1`.
 */
export function signatureHeader(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${hmac(secret, seconds, body).toString('hex')}`)].join(',')
}

export type SignatureRefusal = 'malformed_header' | 'outside_tolerance' | 'signature_mismatch'

export interface SignedRequest {
  /** The body as it was received. JSON parsed and written again is another text. */
  readonly payload: string | Uint8Array
  readonly header: string
  readonly secret: string
  /** How far `t` may lie from `nowMs`, before or after. */
  readonly toleranceSeconds: number
  readonly nowMs: number
}

/** Why a request is not from Purser, or null where it is. The signature is judged before the time. */
export function signatureRefusal(request: SignedRequest): SignatureRefusal | null {
  const signature = parseHeader(request.header)
  if (signature === null) return 'malformed_header'
  const expected = hmac(request.secret, signature.seconds, request.payload)
  // Every candidate is compared, so that the time taken does not tell which one was right.
  const matches = signature.candidates.filter((candidate) => timingSafeEqual(candidate, expected))
  if (matches.length === 0) return 'signature_mismatch'
  const ageSeconds = Math.floor(request.nowMs / 1000) - signature.seconds
  // Of a time or tolerance that is no number nothing is true, also not that it is within.
  return Math.abs(ageSeconds) <= request.toleranceSeconds ? null : 'outside_tolerance'
}

function hmac(secret: string, seconds: number, body: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}

const TIME = /^(0|[1-9][0-9]{0,11})$/
const SHA256_HEX = /^[0-9a-f]{64}$/
/** More than any sender writes: keeps the work on a hostile header small. */
const MAX_ITEMS = 16

function parseHeader(header: string): { seconds: number; candidates: Buffer[] } | null {
  const items = header.split(',', MAX_ITEMS).map((item) => item.trim().split('=', 2))
  const times = items.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const candidates = items.flatMap(([name, value = '']) =>
    name === 'v1' && SHA256_HEX.test(value) ? [Buffer.from(value, 'hex')] : [],
  )
  const [time] = times
  if (times.length !== 1 || time === undefined || !TIME.test(time) || candidates.length === 0) return null
  return { seconds: Number(time), candidates }
}
