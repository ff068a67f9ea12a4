import { gunzipSync } from 'node:zlib'

/** The columns of a table in an R data file, by name. */
export type RDataColumns = ReadonlyMap<string, readonly string[]>

interface Cell {
  readonly values: readonly unknown[]
  readonly attributes: ReadonlyMap<string, unknown>
}

/**
 * Reads the first table of an R data file (`.rda`): R's serialization, version 2, as XDR, packed with gzip or bzip2. Only the kinds of
 * values that tables of names have are read.
 */
export function readRDataTable(packed: Buffer, unpack: (packed: Buffer) => Buffer): RDataColumns {
  const data = packed[0] === 0x1f ? gunzipSync(packed) : unpack(packed)
  if (data.subarray(0, 7).toString() !== 'RDX2\nX\n') throw new Error('not an R data file of version 2')
  const reader = new Reader(data, 7 + 12)
  const [variable] = reader.pairs()
  const table = variable?.[1] as Cell
  const names = (table.attributes.get('names') as Cell).values as readonly string[]
  return new Map(names.map((name, at) => [name, textsOf(table.values[at] as Cell)]))
}

/** The values of a column as texts. The values of a factor are indexes of its levels. */
function textsOf({ values, attributes }: Cell): string[] {
  const levels = attributes.get('levels') as Cell | undefined
  return values.map((value) => {
    const plain = levels === undefined ? value : levels.values[Number(value) - 1]
    return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : ''
  })
}

const [SYMBOL, PAIRS, TEXT, LOGICAL, INTEGER, REAL, STRINGS, LIST] = [1, 2, 9, 10, 13, 14, 16, 19]
const [NOTHING, REFERENCE] = [254, 255]
const [HAS_ATTRIBUTES, HAS_TAG] = [0x200, 0x400]

class Reader {
  readonly #data: Buffer
  #at: number
  readonly #symbols: string[] = []

  constructor(data: Buffer, at: number) {
    this.#data = data
    this.#at = at
  }

  #int(): number {
    this.#at += 4
    return this.#data.readInt32BE(this.#at - 4)
  }

  /** Reads a list of named values from R's serialization, to its end. */
  pairs(): [name: string, value: unknown][] {
    const found: [string, unknown][] = []
    for (let flags = this.#int(); (flags & 255) === PAIRS; flags = this.#int()) {
      if (flags & HAS_ATTRIBUTES) this.#item()
      const name = flags & HAS_TAG ? String(this.#item()) : ''
      found.push([name, this.#item()])
    }
    return found
  }

  #item(): unknown {
    const flags = this.#int()
    const type = flags & 255
    if (type === NOTHING) return null
    if (type === REFERENCE) return this.#symbols[(flags >> 8 || this.#int()) - 1]
    if (type === SYMBOL) {
      this.#symbols.push(String(this.#item()))
      return this.#symbols.at(-1)
    }
    if (type === TEXT) return this.#text()
    const values = this.#values(type)
    return { values, attributes: new Map(flags & HAS_ATTRIBUTES ? this.pairs() : []) } satisfies Cell
  }

  #text(): string | null {
    const length = this.#int()
    if (length === -1) return null
    this.#at += length
    return this.#data.subarray(this.#at - length, this.#at).toString('latin1')
  }

  #values(type: number): unknown[] {
    const count = this.#int()
    const all = (read: () => unknown) => Array.from({ length: count }, read)
    if (type === LOGICAL || type === INTEGER) return all(() => this.#int())
    if (type === STRINGS || type === LIST) return all(() => this.#item())
    if (type !== REAL) throw new Error(`a value of type ${type} in an R data file`)
    return all(() => {
      this.#at += 8
      return this.#data.readDoubleBE(this.#at - 8)
    })
  }
}
