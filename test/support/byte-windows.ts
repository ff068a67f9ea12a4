const WINDOW_BYTES = 8
const BITS_A_BYTE = 2
const LEAST_BITS = 2 ** 16
const MOST_BITS = 2 ** 31
/** The least length in bytes of a text that can be searched for. The filter reads windows of the text at `OFFSETS`. */
export const LEAST_SEARCHED_BYTES = 16
const OFFSETS = [0, 8, 3, 5] as const

/**
 * A Bloom filter of all sequences of eight bytes in a large amount of data. It says quickly whether a text of 16 bytes or more may occur
 * there. One answer in many thousands is a false yes, so after a yes the data must be searched.
 */
export class ByteWindowFilter {
  readonly #words: Uint32Array

  /** Makes a Bloom filter over `memory`, to which another thread has added the data. */
  constructor(memory: SharedArrayBuffer) {
    this.#words = new Uint32Array(memory)
  }

  static over(parts: readonly Buffer[]): ByteWindowFilter {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0)
    const bits = Math.min(MOST_BITS, Math.max(LEAST_BITS, 2 ** Math.ceil(Math.log2(bytes * BITS_A_BYTE))))
    const windows = new ByteWindowFilter(new SharedArrayBuffer(bits / 8))
    for (const part of parts) windows.#add(part)
    return windows
  }

  get memory(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer
  }

  mayHold(text: Buffer): boolean {
    if (text.length < LEAST_SEARCHED_BYTES)
      throw new RangeError(`only of texts of ${LEAST_SEARCHED_BYTES} bytes and more`)
    for (const at of OFFSETS) if (!this.#has(text.readUInt32BE(at), text.readUInt32BE(at + 4))) return false
    return true
  }

  #add(part: Buffer): void {
    const words = this.#words
    let high = 0
    let low = 0
    for (let i = 0; i < part.length; i += 1) {
      high = (high << 8) | (low >>> 24)
      low = (low << 8) | (part[i] as number)
      // Most of a database's files is empty space, which is skipped.
      if (i < WINDOW_BYTES - 1 || (low === 0 && high === 0)) continue
      const at = mixed(high, low) & (words.length - 1)
      words[at] = (words[at] as number) | marks(high, low)
    }
  }

  #has(high: number, low: number): boolean {
    const expected = marks(high, low)
    return ((this.#words[mixed(high, low) & (this.#words.length - 1)] as number) & expected) === expected
  }
}

/** Three bits of one word of the Bloom filter for a window of eight bytes, so that checking a window reads memory once. */
function marks(high: number, low: number): number {
  const bits = mixed(low, high)
  return (1 << (bits & 31)) | (1 << ((bits >>> 5) & 31)) | (1 << ((bits >>> 10) & 31))
}

/** Spreads eight bytes over 32 bits (the finisher of MurmurHash3). */
function mixed(one: number, other: number): number {
  let value = Math.imul(one, 0xcc9e2d51) ^ Math.imul(other, 0x1b873593)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
