export type SignatureRefusal = 'malformed_header' | 'outside_tolerance' | 'signature_mismatch'

export interface SignedRequest {
  /** The webhook request's body as it was received. JSON parsed and written again is another text. */
  readonly payload: string | Uint8Array
  readonly header: string
  readonly secret: string
  /** How many seconds the time `t` of the webhook signature may lie before or after `nowMs`. */
  readonly toleranceSeconds: number
  readonly nowMs: number
}

/**
 * Why a request is not from Purser, or null where it is (specification, Authentication): the header is
 * `t=<unix seconds>,v1=<hex>`, an HMAC-SHA256 over `{t}.{body}` keyed with the whole secret as UTF-8 text. The signature
 * is judged before the time.
 */
export async function signatureRefusal(request: SignedRequest): Promise<SignatureRefusal | null> {
  const signature = parseHeader(request.header)
  if (signature === null) return 'malformed_header'
  const { seconds, candidates } = signature
  if (!(await isSigned(request, seconds, candidates))) return 'signature_mismatch'
  const ageSeconds = Math.floor(request.nowMs / 1000) - seconds
  // A webhook signature whose age or tolerance is no number is refused, because no comparison with it is true.
  return Math.abs(ageSeconds) <= request.toleranceSeconds ? null : 'outside_tolerance'
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' }

async function isSigned(request: Signed, seconds: number, candidates: readonly Bytes[]) {
  const key = await keyOf(request.secret, 'verify')
  const text = signedText(request, seconds)
  // Every candidate is compared, so that the time taken does not tell which one was right.
  const verdicts = await Promise.all(candidates.map((candidate) => crypto.subtle.verify('HMAC', key, candidate, text)))
  return verdicts.includes(true)
}

/** The webhook signature of a payload at a time, in lower-case hex. */
export async function signatureOf(request: Signed, seconds: number): Promise<string> {
  const key = await keyOf(request.secret, 'sign')
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedText(request, seconds)))
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Signed = Pick<SignedRequest, 'secret' | 'payload'>

const signedText = ({ payload }: Signed, seconds: number): Bytes =>
  joined(utf8(`${seconds}.`), typeof payload === 'string' ? utf8(payload) : payload)

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const { subtle } = crypto
  // Browsers have Web Crypto on https and on localhost alone.
  if (subtle === undefined) throw new TypeError('Signatures need Web Crypto (crypto.subtle): serve the page by https.')
  return subtle.importKey('raw', utf8(secret), HMAC, false, [use])
}

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

const TIME = /^(0|[1-9][0-9]{0,11})$/
const SHA256_HEX = /^[0-9a-f]{64}$/
/** The most items of a webhook's signature header that are read. More than any sender writes: keeps the work on a hostile header small. */
const MAX_ITEMS = 16

function parseHeader(header: string): { seconds: number; candidates: Bytes[] } | null {
  const items = header.split(',', MAX_ITEMS).map((item) => item.trim().split('=', 2))
  const times = items.flatMap(([name, value = '']) => (name === 't' ? [value] : []))
  const candidates = items.flatMap(([name, value = '']) =>
    name === 'v1' && SHA256_HEX.test(value) ? [bytesOf(value)] : [],
  )
  const [time] = times
  if (times.length !== 1 || time === undefined || !TIME.test(time) || candidates.length === 0) return null
  return { seconds: Number(time), candidates }
}

const bytesOf = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
