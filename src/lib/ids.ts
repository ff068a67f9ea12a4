import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

export type IdPrefix =
  | 'acct'
  | 'cust'
  | 'agt'
  | 'card'
  | 'int'
  | 'apr'
  | 'txn'
  | 'acc'
  | 'evt'
  | 'wh'
  | 'dlv'
  | 'key'
  | 'req'
  | 'ver'

/** Makes identifiers: `card_` and 26 lower-case Crockford base32 characters in the order of their making. */
export type Ids = (prefix: IdPrefix) => string

/**
 * ULIDs, monotonic within one node: ids of one millisecond increase, and a clock that steps back does not bring
 * ids back. Random digits are drawn in blocks; one draw per id costs more than the id.
 */
export function monotonicIds(clock: Clock, fill: (bytes: Uint8Array) => void = randomFillSync): Ids {
  const block = new Uint8Array(4096)
  let used = block.length
  let lastMs = -1
  let time = ''
  const digits = new Uint8Array(RANDOM_CHARACTERS)
  const written = Buffer.alloc(RANDOM_CHARACTERS)

  const draw = () => {
    if (used + RANDOM_CHARACTERS > block.length) {
      fill(block)
      used = 0
    }
    for (let i = 0; i < RANDOM_CHARACTERS; i += 1) digits[i] = (block[used + i] as number) & 31
    used += RANDOM_CHARACTERS
    digits[0] = (digits[0] as number) & 15 // headroom, so that counting up does not overflow
  }
  const countUp = () => {
    let i = RANDOM_CHARACTERS - 1
    while (i >= 0 && digits[i] === 31) digits[i--] = 0
    if (i >= 0) digits[i] = (digits[i] as number) + 1
  }

  return (prefix) => {
    const now = clock.now()
    if (now > lastMs) {
      lastMs = now
      time = encodeTime(now)
      draw()
    } else {
      countUp()
    }
    for (let i = 0; i < RANDOM_CHARACTERS; i += 1) written[i] = ALPHABET.charCodeAt(digits[i] as number)
    return `${prefix}_${time}${written.toString('latin1')}`
  }
}

function encodeTime(ms: number): string {
  let text = ''
  for (let rest = ms, i = 0; i < TIME_CHARACTERS; i += 1) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** The least id of a kind that can be made at a moment: ids before it are older. Unix milliseconds. */
export const firstId = (prefix: IdPrefix, ms: number): string =>
  `${prefix}_${encodeTime(ms)}${ALPHABET.charAt(0).repeat(RANDOM_CHARACTERS)}`
