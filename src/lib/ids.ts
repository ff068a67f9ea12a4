import { randomFillSync } from 'node:crypto'
import { assert } from './assert.ts'
import { decodeBase32, base32DigitCode, encodeBase32 } from './base32.ts'
import { BUCKET_CHARACTERS, bucketCharacters, bucketOfRandomByte } from './buckets.ts'
import type { Clock } from './clock.ts'

const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 14
/** How many digits at the end of an id's random part are the number to which `after` adds a random step. Six digits are 30 bits. */
const JUMP_CHARACTERS = 6
const JUMP_SPACE = 32 ** JUMP_CHARACTERS
const DIGITS = TIME_CHARACTERS + RANDOM_CHARACTERS + BUCKET_CHARACTERS

export type IdPrefix =
  | 'acct'
  | 'cust'
  | 'agt'
  | 'card'
  | 'int'
  | 'apr'
  | 'chg'
  | 'chl'
  | 'sub'
  | 'txn'
  | 'stp'
  | 'doc'
  | 'acc'
  | 'evt'
  | 'wh'
  | 'dlv'
  | 'key'
  | 'req'
  | 'ver'
  | 'aud'
  | 'per'
  | 'inv'
  | 'ses'
  | 'pky'
  | 'ntf'
  | 'ltr'
  | 'pwr'
  | 'fil'
  | 'node'

/**
 * Makes ids. An id has a prefix such as `card_` and 26 characters of lower-case Crockford base32: 10 of the time, 14 random ones and 2 of
 * the bucket. Ids sort in the order in which they were made. An object that belongs to a customer needs the customer's bucket; without
 * `bucket` a random one is drawn.
 */
export interface IdMaker {
  /** An id of the current moment, greater than all ids that this node has made before in any bucket. */
  (prefix: IdPrefix, bucket?: number): string
  /**
   * An id of the moment `ms`, in Unix milliseconds. If that is the current moment, the id is greater than all ids made before; otherwise it
   * is random within its millisecond.
   */
  at(prefix: IdPrefix, ms: number, bucket?: number): string
  /** An id of the same prefix, moment and bucket as the id `id`, greater by a random step, so that nobody can guess it. */
  after(id: string): string
  /**
   * An id of the moment `order.ms`. If the id `order.after` is of the same moment, the new id is greater: entries of one journal have
   * increasing ids even where different nodes have made them in the same millisecond.
   */
  following(prefix: IdPrefix, order: NewIdMoment): string
}

export interface NewIdMoment {
  /** The moment that the new id gets, in Unix milliseconds. */
  readonly ms: number
  readonly bucket: number
  readonly after?: string | undefined
}

/**
 * When an id was made, in Unix milliseconds. It is the `created_at` of the id's row, so that rows sorted by id are sorted by `created_at`,
 * too.
 */
export const timeOfId = (id: string): number => decodeBase32(id.slice(-DIGITS, TIME_CHARACTERS - DIGITS))

/** The least id with this prefix that can be made at a moment, in Unix milliseconds. Smaller ids are older. */
export const smallestIdMadeAt = (prefix: IdPrefix, ms: number): string =>
  `${prefix}_${encodeBase32(Math.max(0, ms), TIME_CHARACTERS)}`.padEnd(prefix.length + 1 + DIGITS, '0')

/**
 * Makes ids that increase on this node, like monotonic ULIDs: ids of the same millisecond increase, too. After the clock was set back, new
 * ids have the last moment until the clock has passed it, and still increase.
 */
export function monotonicIds(clock: Clock, fill?: (bytes: Uint8Array) => void): IdMaker {
  const random = new RandomBytes(fill)
  const digits = new Uint8Array(RANDOM_CHARACTERS)
  let lastMs = -1

  const advance = (now: number) => {
    if (now <= lastMs) return countUp(digits)
    lastMs = now
    drawDigits(digits, random)
  }
  const next = (prefix: IdPrefix, bucket = bucketOfRandomByte(random.next())) => {
    advance(clock.now())
    return idOf(prefix, { ms: lastMs, digits, bucket })
  }
  const at = (prefix: IdPrefix, ms: number, bucket = bucketOfRandomByte(random.next())) => {
    if (ms < lastMs || ms > clock.now()) {
      return idOf(prefix, { ms, digits: drawDigits(new Uint8Array(RANDOM_CHARACTERS), random), bucket })
    }
    advance(ms)
    return idOf(prefix, { ms, digits, bucket })
  }
  const after = (id: string) => {
    let step = 1
    for (let i = 0; i < JUMP_CHARACTERS; i += 1) step += (random.next() & 31) * 32 ** i
    return jumped(id, step)
  }
  const following = (prefix: IdPrefix, { ms, bucket, after: before }: NewIdMoment) => {
    const newest = next(prefix, bucket)
    const id = timeOfId(newest) === ms ? newest : at(prefix, ms, bucket)
    const isLater = before === undefined || timeOfId(before) !== ms || digitsOf(id) > digitsOf(before)
    return isLater ? id : `${prefix}_${digitsOf(after(before))}`
  }
  return Object.assign(next, { at, after, following })
}

const digitsOf = (id: string): string => id.slice(-DIGITS)

const written = Buffer.alloc(RANDOM_CHARACTERS)

function idOf(prefix: IdPrefix, { ms, digits, bucket }: { ms: number; digits: Uint8Array; bucket: number }): string {
  for (let i = 0; i < RANDOM_CHARACTERS; i += 1) written[i] = base32DigitCode(digits[i] as number)
  return `${prefix}_${encodeBase32(ms, TIME_CHARACTERS)}${written.toString('latin1')}${bucketCharacters(bucket)}`
}

function drawDigits(digits: Uint8Array, random: RandomBytes): Uint8Array {
  for (let i = 0; i < RANDOM_CHARACTERS; i += 1) digits[i] = random.next() & 31
  digits[0] = (digits[0] as number) & 15 // the first digit starts low, so that later additions do not overflow
  return digits
}

function countUp(digits: Uint8Array): void {
  let i = RANDOM_CHARACTERS - 1
  while (i >= 0 && digits[i] === 31) digits[i--] = 0
  if (i >= 0) digits[i] = (digits[i] as number) + 1
}

/** The id with `step`, which is at most 2^30, added to its last random digits. */
function jumped(id: string, step: number): string {
  const end = id.length - BUCKET_CHARACTERS
  const middle = end - JUMP_CHARACTERS
  const start = end - RANDOM_CHARACTERS
  const lower = decodeBase32(id.slice(middle, end)) + step
  const upper = decodeBase32(id.slice(start, middle)) + Math.floor(lower / JUMP_SPACE)
  assert(upper < 32 ** (middle - start), 'the random digits of an id have headroom')
  const random = encodeBase32(upper, middle - start) + encodeBase32(lower % JUMP_SPACE, JUMP_CHARACTERS)
  return id.slice(0, start) + random + id.slice(end)
}

/** Random bytes, drawn in blocks, because a draw for each id would cost more than the id. */
class RandomBytes {
  readonly #block = new Uint8Array(4096)
  readonly #fill: (bytes: Uint8Array) => void
  #used = this.#block.length

  constructor(fill: (bytes: Uint8Array) => void = randomFillSync) {
    this.#fill = fill
  }

  next(): number {
    if (this.#used === this.#block.length) {
      this.#fill(this.#block)
      this.#used = 0
    }
    const byte = this.#block[this.#used] as number
    this.#used += 1
    return byte
  }
}
