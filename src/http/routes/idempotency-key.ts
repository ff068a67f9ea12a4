import { badField } from '../../contract/complaints/json-path.ts'

const KEY = /^[\x21-\x7e]{1,255}$/
const HEADER = 'Idempotency-Key'

/**
 * The idempotency key in a header. A bare key and the same key in quotes count as the same key (contract, section 2, Idempotency). Null
 * where the header is absent.
 */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header)
  const key = text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  if (!KEY.test(key))
    throw badField(HEADER, `\`${HEADER}\` must have 1 to 255 visible ASCII characters.`, {
      hint: 'For instance a new UUID for each thing to be done.',
    })
  return key
}
