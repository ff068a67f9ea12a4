import { createHash } from 'node:crypto'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import {
  CVV,
  invitationOf,
  of,
  panOf,
  PUBLIC_KEY,
  RECEIVER,
  resetOf,
  secretOf,
  signed,
  subjectHashOf,
  webhookSecretOf,
} from './documented.ts'

const ID = /\b([a-z]{2,4})_[0-9a-hjkmnp-tv-z]{26}\b/g
const SECRET = /\bsk_[0-9A-Za-z]{40}\b/g
const WEBHOOK_SECRET = /\bwhsec_[0-9a-f]{64}\b/g
const INVITATION = /\binvite_[0-9A-Za-z_-]{43}/g
const RESET = /\breset_[0-9A-Za-z_-]{43}/g
const CURSOR = /\bcur_[A-Za-z0-9_-]+/g
const PAN = /\b[0-9]{16}\b/g
/** As long as one is, and opened by nobody. */
const SEALED = [
  'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9',
  '',
  'A'.repeat(16),
  'c'.repeat(240),
  't'.repeat(22),
].join('.')
const RECEIPT = /^[\w-]+\.[\w-]+\.[\w-]{86}$/
const NO_ENTRY = '0'.repeat(64)

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Fields = Record<string, Json>

/**
 * Which values of a running service stand for which of the reference: ids, secrets, card numbers, hashes. What a reply shows first
 * becomes the next of its kind, so that the same story gives the same text.
 */
export class StandIns {
  readonly #documented = new Map<string, string>()
  readonly #real = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  /** Of each transaction, as documented. */
  readonly #cards = new Map<string, string>()

  constructor(receiver: string) {
    this.#bind(receiver, RECEIVER)
  }

  /** A reply as the reference shows it. */
  document(value: unknown): unknown {
    const text = JSON.stringify(value)
      .replaceAll(ID, (id, prefix: string) => (prefix === 'req' ? of('req', 1) : this.#next(id, prefix, of)))
      .replaceAll(SECRET, (secret) => this.#next(secret, 'sk', (_, number) => secretOf(number)))
      .replaceAll(WEBHOOK_SECRET, (secret) => this.#next(secret, 'whsec', (_, number) => webhookSecretOf(number)))
      .replaceAll(INVITATION, (secret) => this.#next(secret, 'invite', (_, number) => invitationOf(number)))
      .replaceAll(RESET, (secret) => this.#next(secret, 'reset', (_, number) => resetOf(number)))
      .replaceAll(PAN, (pan) => this.#documented.get(pan) ?? pan)
      .replaceAll(CURSOR, 'cur_Y3Vyc29yIG9mIHRoZSBuZXh0IHBhZ2U')
      .replaceAll(this.#real.get(RECEIVER) ?? RECEIVER, RECEIVER)
    return this.#withoutChance(JSON.parse(text) as Json)
  }

  /** A request of the reference as it is sent to this service. */
  real<T>(value: T): T {
    const text = JSON.stringify(value).replaceAll(
      /[a-z]{2,6}_[\w-]+|\b[0-9]{16}\b|\b[0-9a-f]{64}\b|https:[^"]+/g,
      (word) => this.#real.get(word) ?? word,
    )
    return this.#withCvv(JSON.parse(text) as Fields) as T
  }

  /** What `details` told of a card of the reference. */
  learnNumber(card: string, { pan = '', cvv = '' }: Record<string, string>): void {
    this.#bind(pan, panOf(numberOf(card)))
    this.#real.set(`cvv of ${pan}`, cvv)
  }

  #bind(real: string, documented: string): void {
    this.#documented.set(real, documented)
    this.#real.set(documented, real)
  }

  #next(real: string, kind: string, make: (kind: string, number: number) => string): string {
    const known = this.#documented.get(real)
    if (known !== undefined) return known
    const number = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, number)
    const documented = make(kind, number)
    this.#bind(real, documented)
    return documented
  }

  #withCvv(body: Fields): Fields {
    const cvv = this.#real.get(`cvv of ${textOf(body?.['pan'])}`)
    return cvv === undefined || body['cvv'] !== CVV ? body : { ...body, cvv }
  }

  /** Card numbers and their last digits, hashes and signatures; lists from their oldest entry, which the others follow. */
  #withoutChance(value: Json): Json {
    if (Array.isArray(value))
      return value
        .toReversed()
        .map((each) => this.#withoutChance(each))
        .toReversed()
    if (value === null || typeof value !== 'object') return value
    const fields: Fields = Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, this.#withoutChance(field)]),
    )
    if (RECEIPT.test(textOf(fields['receipt']))) return { receipt: this.#receipt(textOf(fields['receipt'])) }
    const card = textOf(fields['cardId'] ?? fields['id'])
    if (typeof fields['sealed'] === 'string') fields['sealed'] = SEALED
    this.#cards.set(textOf(fields['id']), card)
    if (typeof fields['last4'] === 'string') return { ...fields, last4: panOf(numberOf(card)).slice(-4) }
    if (fields['cvv'] !== undefined) return { ...fields, cvv: CVV }
    if (typeof fields['subjectHash'] === 'string') fields['subjectHash'] = this.#subjectHash(fields)
    if (fields['durationMs'] !== undefined) return { ...fields, durationMs: 42 }
    if (fields['previousHash'] !== undefined) return this.#entry(fields)
    return fields['signature'] === undefined ? fields : this.#head(fields)
  }

  /** The hash of what is decided about, which an approval has of its intent. */
  #subjectHash({ id, intentId, subjectHash }: Fields): string {
    const subject = textOf(id).startsWith('apr_') ? textOf(intentId) : textOf(id)
    return this.#next(textOf(subjectHash), `subject of ${subject}`, (_, number) => subjectHashOf(subject, number))
  }

  /** An audit entry whose hash is that of what the reference shows of it. */
  #entry(fields: Fields): Fields {
    const { hash, previousHash, ...rest } = fields
    const before = this.#documented.get(textOf(previousHash)) ?? sha256(`before ${textOf(rest['sequence'])}`)
    const entry = { ...fields, previousHash: previousHash === NO_ENTRY ? NO_ENTRY : before }
    const own = sha256(canonicalJson({ ...entry, hash: undefined }))
    this.#bind(textOf(hash), own)
    return { ...entry, hash: own }
  }

  /** A receipt of what the reference shows; who signed it is nobody. */
  #receipt(receipt: string): string {
    const [, payload = ''] = receipt.split('.')
    const claims = this.document(JSON.parse(Buffer.from(payload, 'base64url').toString())) as Fields
    const card = this.#cards.get(textOf(claims['transactionId'])) ?? ''
    const shown = { ...claims, last4: panOf(numberOf(card)).slice(-4) }
    const text = [{ alg: 'ES256', kid: RECEIPT_KEY, typ: 'receipt+jws' }, shown].map(encoded).join('.')
    return `${text}.${Buffer.from(signed(text), 'base64').toString('base64url')}`
  }

  #head(fields: Fields): Fields {
    const { accountId = null, sequence = null, at = null } = fields
    const head = {
      accountId,
      sequence,
      at,
      hash: this.#documented.get(textOf(fields['hash'])) ?? sha256('the last entry'),
    }
    return { ...fields, ...head, signature: signed(canonicalJson(head)), publicKey: PUBLIC_KEY }
  }
}

const RECEIPT_KEY = createHash('sha256').update('the key of receipts').digest('base64url')
const encoded = (value: object): string => Buffer.from(canonicalJson(value)).toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Of a field that is a text or a number. */
const textOf = (field: Json | undefined): string =>
  typeof field === 'number' ? String(field) : typeof field === 'string' ? field : ''
const numberOf = (id: string): number => Number(id.slice(-4))
