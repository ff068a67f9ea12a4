import type { Transaction } from './types.ts'

/** What a receipt says: a decision as it was made, whatever became of the purchase since. */
export interface ReceiptClaims {
  transactionId: string
  accountId: string
  /** A `credit` gave money back, a `force_capture` was taken without asking. Absent from receipts that were signed before this claim existed. */
  type?: Transaction['type']
  /** True: the issuer approved by itself, and Purser was not asked. Absent from the same receipts. */
  standIn?: boolean
  /** Last four digits of the card. */
  last4: string | null
  agentId: string | null
  /** The cents that the authorization asked for. */
  amount: number
  currency: string
  /** What the merchant asked for before the network converted it, in minor units of `merchantCurrency`. Absent: the network did not say. */
  merchantAmount?: number
  merchantCurrency?: string
  merchant: Transaction['merchant']
  decision: Transaction['decision']
  reasons: Transaction['reasons']
  /** Names the policies, limits and statuses that were decided by: the same rules have the same name. Absent where nothing was decided. */
  policyVersion?: string
  /** The intent that the purchase used up. */
  intentId?: string
  /** The approval of the purchase's intent. Absent: the intent needed none, or the purchase did not match it. */
  approval?: { id: string; decidedBy: string; decidedAt: string }
  /** The place of the receipt's decision among those of the customer: the number of its journal entry. */
  sequence: number
  at: string
}

/** A JWK Set, as `GET /.well-known/jwks.json` answers it. */
export interface ReceiptKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

/**
 * What a receipt says, once its signature has been checked: await it. Fails with `ReceiptVerificationError`. It asks nobody:
 * keep the keys of `GET /.well-known/jwks.json`, and ask for them again where a receipt is by a key that is not among them.
 */
export async function verifyReceipt(receipt: string, keys: ReceiptKeys): Promise<ReceiptClaims> {
  const [head, payload, signature] = parts(receipt)
  const key = await keyOf(headOf(head), keys)
  const text = encoder.encode(`${head}.${payload}`)
  if (!(await subtle().verify(SIGNATURE, key, signature, text))) throw refused('signature_mismatch')
  return jsonOf(payload) as ReceiptClaims
}

const MESSAGES = {
  malformed: 'This is no receipt: a compact JWS by ES256, as it was handed out.',
  unknown_key:
    'The key that the receipt names is not among the given ones. Are they those of this installation, and of now?',
  signature_mismatch: 'The receipt was changed, or is by another key than it names.',
} as const

/** The error for a receipt that is not genuine: it says nothing that anybody should believe. */
export class ReceiptVerificationError extends Error {
  override readonly name = 'ReceiptVerificationError'
  readonly reason: keyof typeof MESSAGES

  constructor(reason: keyof typeof MESSAGES) {
    super(MESSAGES[reason])
    this.reason = reason
  }
}

const refused = (reason: keyof typeof MESSAGES): ReceiptVerificationError => new ReceiptVerificationError(reason)

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' }
const SIGNATURE_BYTES = 64
const BASE64URL = /^[A-Za-z0-9_-]+$/
/** Matches the last character of a signature: of 512 bits, 6 in each character, the last one has two. */
const LAST_OF_SIGNATURE = /[AQgw]$/
const MAX_CHARACTERS = 65_536
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

function subtle(): SubtleCrypto {
  // Browsers have Web Crypto on https and on localhost alone.
  if (crypto.subtle === undefined)
    throw new TypeError('Receipts need Web Crypto (crypto.subtle): serve the page by https.')
  return crypto.subtle
}

function parts(receipt: string): [string, string, Bytes] {
  if (typeof receipt !== 'string' || receipt.length > MAX_CHARACTERS) throw refused('malformed')
  const [head = '', payload = '', signature = '', ...more] = receipt.split('.')
  if (more.length > 0) throw refused('malformed')
  return [head, payload, signatureOf(signature)]
}

/** The id of the key that the receipt's header names. Only one algorithm is accepted: otherwise the receipt's sender would choose it. */
function headOf(head: string): string {
  const { alg, kid, typ, ...more } = (jsonOf(head) ?? {}) as Record<string, unknown>
  const isOurs = alg === 'ES256' && typ === 'receipt+jws' && Object.keys(more).length === 0
  if (!isOurs || typeof kid !== 'string') throw refused('malformed')
  return kid
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(decoder.decode(bytesOf(part)))
  } catch {
    throw refused('malformed')
  }
}

type Bytes = Uint8Array<ArrayBuffer>

function bytesOf(part: string): Bytes {
  if (!BASE64URL.test(part) || part.length % 4 === 1) throw refused('malformed')
  const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** The bytes of a receipt's signature. The last character of its text has bits to spare: only the text in which they are 0 is accepted. */
function signatureOf(part: string): Bytes {
  const bytes = bytesOf(part)
  const isWhole = bytes.length === SIGNATURE_BYTES && LAST_OF_SIGNATURE.test(part)
  if (!isWhole) throw refused('malformed')
  return bytes
}

const imported = new WeakMap<object, Promise<CryptoKey>>()

/** Imports the public key of a receipt into WebCrypto: once for all receipts that are signed by this key. */
function keyOf(kid: string, { keys }: ReceiptKeys): Promise<CryptoKey> {
  const jwk = keys.find((key) => key['kid'] === kid && key['kty'] === 'EC' && key['crv'] === 'P-256')
  if (jwk === undefined) throw refused('unknown_key')
  const known = imported.get(jwk)
  if (known !== undefined) return known
  const { x, y } = jwk as Record<string, string>
  const key = subtle()
    .importKey('jwk', { kty: 'EC', crv: 'P-256', ...(x && { x }), ...(y && { y }) }, CURVE, false, ['verify'])
    .catch(() => {
      throw refused('unknown_key')
    })
  imported.set(jwk, key)
  return key
}
