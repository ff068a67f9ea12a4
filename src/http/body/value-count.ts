import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'

/**
 * The most members and entries that a body may have, over all its levels. Each takes about a microsecond after it was read: a body of 1 MiB
 * of `1.0` kept the event loop busy for most of a second. The largest body that makes sense has about 14 000 values: six lists of 1000 and
 * a free-form object of 16 KiB.
 */
export const MAX_BODY_VALUES = 20_000

/** The fewest bytes that a value takes up in a body: a digit and a comma, or two brackets. */
const MIN_VALUE_BYTES = 2

/** Refuses a body of more than `MAX_BODY_VALUES` values before it is parsed. A body that is not JSON is left for the parser to refuse. */
export function checkBodyValueCount(bytes: Uint8Array): void {
  if (bytes.length <= MAX_BODY_VALUES * MIN_VALUE_BYTES) return
  if (countValues(bytes) > MAX_BODY_VALUES) {
    throw invalidRequestFieldError('', `The body has more than ${MAX_BODY_VALUES} values.`, {
      hint: `Send at most ${MAX_BODY_VALUES} members and entries in one body, over all its levels.`,
    })
  }
}

const SPACE = 0x20
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/**
 * Counts the values of a body in one pass over its bytes, which ends soon after there are too many. A character that UTF-8 writes in
 * several bytes has only bytes above 0x7f, so none of its bytes looks like a bracket, comma or quote.
 */
function countValues(bytes: Uint8Array): number {
  let count = 0
  let opened = false // an empty object or list has no value: the first one counts once something follows
  for (let at = 0; at < bytes.length && count <= MAX_BODY_VALUES; at += 1) {
    const byte = bytes[at] as number
    if (byte <= SPACE) continue
    if (byte === COMMA || (opened && !isClosing(byte))) count += 1
    opened = isOpening(byte)
    if (byte === QUOTE) at = endOfText(bytes, at)
  }
  return count
}

const COLON = 0x3a

/** Counts the members of all objects of a body by their colons, as many as were sent: a parsed body has only one of two equal names. */
export function countBodyMembers(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === COLON) count += 1
  }
  return count
}

/** The index of the quote that ends the JSON text which begins at `start`. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
