/** The PostgreSQL type of an array's elements. `word`: text that has only ASCII characters. `json`: JSON text. */
export type PostgresArrayElementType = 'word' | 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'json'

export type PostgresArrayElement = string | number | boolean | null

/** The way in which PostgreSQL receives an element of an array of this type: the OID of the type, and how the value is written. */
interface Form {
  readonly oid: number
  /** The most bytes that an element of the array can take. */
  most(element: PostgresArrayElement): number
  /** Writes an element of the array into `scratch`, and returns how many bytes it took. */
  write(element: PostgresArrayElement, at: number): number
}

const UINT32 = 2 ** 32
/** The most bytes that UTF-8 takes for one unit of a JavaScript string. */
const UNIT_BYTES = 3

const utf8: Omit<Form, 'oid'> = {
  most: (text) => (text as string).length * UNIT_BYTES,
  write: (text, at) => scratch.write(text as string, at, 'utf8'),
}

const forms: Readonly<Record<PostgresArrayElementType, Form>> = {
  word: {
    oid: 25,
    most: (word) => (word as string).length,
    write: (word, at) => scratch.write(word as string, at, 'latin1'),
  },
  text: { oid: 25, ...utf8 },
  json: { oid: 114, ...utf8 },
  boolean: {
    oid: 16,
    most: () => 1,
    write: (boolean, at) => {
      view.setUint8(at, boolean === true ? 1 : 0)
      return 1
    },
  },
  smallint: {
    oid: 21,
    most: () => 2,
    write: (integer, at) => {
      view.setInt16(at, integer as number)
      return 2
    },
  },
  integer: {
    oid: 23,
    most: () => 4,
    write: (integer, at) => {
      view.setInt32(at, integer as number)
      return 4
    },
  },
  bigint: {
    oid: 20,
    most: () => 8,
    write: (integer, at) => {
      view.setInt32(at, Math.floor((integer as number) / UINT32))
      view.setUint32(at + 4, (integer as number) >>> 0)
      return 8
    },
  },
}

const HEADER_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

/** The buffer into which every array parameter is written. The parameter is a copy of its beginning. */
let scratch = Buffer.from(new ArrayBuffer(1024))
let view = new DataView(scratch.buffer)

function reserve(bytes: number): void {
  if (scratch.length >= bytes) return
  const larger = Buffer.from(new ArrayBuffer(bytes * 2))
  scratch.copy(larger)
  scratch = larger
  view = new DataView(scratch.buffer)
}

/**
 * Makes an array parameter in PostgreSQL's binary form: one dimension, and the length of each element before it. In text form the node
 * would quote every character of every element, and the server would search each for quotes. `elementAt` returns the element with an index.
 * An iterator or an array is not used, because a batch writes thousands of elements, and these objects were a tenth of the memory that a
 * node allocated.
 */
export function binaryArrayParameter(
  type: PostgresArrayElementType,
  count: number,
  elementAt: (index: number) => PostgresArrayElement,
): Buffer {
  const { oid, most, write } = forms[type]
  let hasNull = 0
  let at = HEADER_BYTES
  for (let index = 0; index < count; index += 1) {
    const element = elementAt(index)
    reserve(at + LENGTH_BYTES + (element === null ? 0 : most(element)))
    const length = element === null ? NULL_LENGTH : write(element, at + LENGTH_BYTES)
    view.setInt32(at, length)
    if (length === NULL_LENGTH) hasNull = 1
    else at += length
    at += LENGTH_BYTES
  }
  for (const [position, number] of [1, hasNull, oid, count, 1].entries()) view.setInt32(position * 4, number)
  return Buffer.from(scratch.subarray(0, at))
}

/** Makes an array parameter of values that are in an array already: see `binaryArrayParameter`. */
export const arrayParameter = (type: PostgresArrayElementType, values: readonly PostgresArrayElement[]): Buffer =>
  binaryArrayParameter(type, values.length, (index) => values[index] ?? null)
