import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES

/** The error of a sealed value that was changed, moved to another row, or sealed under another key. The error does not say which. */
export class BrokenSealError extends Error {
  override name = 'BrokenSealError'
  constructor() {
    super('A sealed value does not open: it was changed, or it belongs to another row or key.')
  }
}

/**
 * Seals a value with AES-256-GCM, as `version, nonce, ciphertext, tag`. Nonces are random, so one key may seal at most 2^32 values.
 * `boundTo` says what the value belongs to: it is authenticated with the value, and not stored.
 */
export function sealValue(key: KeyObject, boundTo: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo)
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Opens a sealed value. Throws `BrokenSealError` unless `key`, `boundTo` and every byte of the value are the same as when it was sealed. */
export function openSealedValue(key: KeyObject, boundTo: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < HEADER_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw new BrokenSealError()
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(1, HEADER_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const plain = decipher.update(sealed.subarray(HEADER_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    throw new BrokenSealError()
  }
}

/**
 * Encodes what a value is bound to as bytes. Each text is preceded by its length, so that no two lists of texts give
 * the same bytes: `a`, `bc` is not `ab`, `c`.
 */
export function sealContextBytes(...texts: readonly string[]): Buffer {
  const encoded = ['purser', String(VERSION), ...texts].flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return [length, bytes]
  })
  return Buffer.concat(encoded)
}
