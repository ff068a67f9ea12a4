import { isUtf8 } from 'node:buffer'
import type { ApiError } from '../contract/errors.ts'
import { MAX_ARRAY_ENTRIES } from '../contract/primitives.ts'
import { badField, entryPath, memberPath, named } from './json-path.ts'

/** A body as it was read, with what its values no longer tell. */
export interface JsonBody {
  readonly value: unknown
  /** Paths of integers that were written with a fraction or an exponent: `1.0`, `1e2`. */
  readonly looseIntegers: readonly string[]
}

const MAX_DEPTH = 32
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor'])
const NO_BODY: JsonBody = { value: undefined, looseIntegers: [] }

/** A number with a fraction or an exponent, where a JSON value can start. A match inside a text only costs time. */
const LOOSE_NUMBER = /[:,[]\s*-?\d+[.eE]/

/**
 * Reads a body strictly (contract, section 2): well-formed UTF-8 and JSON, at most 32 levels and 1000 entries in an array,
 * no name that reaches an object's prototype, no NUL and no lone surrogate. Absent and empty bodies are `undefined`.
 */
export function readJsonBody(bytes: Buffer | undefined): JsonBody {
  if (bytes === undefined || bytes.length === 0) return NO_BODY
  if (!isUtf8(bytes)) throw notJson('The body is not valid UTF-8.')
  const text = bytes.toString('utf8')
  const value = parse(text)
  // In well-formed UTF-8 a NUL or a lone surrogate can only come from an escape.
  checkValue(value, { above: null, step: '', depth: 1, checksText: text.includes('\\u') })
  return { value, looseIntegers: LOOSE_NUMBER.test(text) ? looseIntegers(text) : [] }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson('The body is not valid JSON.')
  }
}

const notJson = (message: string): ApiError =>
  badField('', message, {
    reason: 'body_parse_error',
    hint: 'Send one JSON object, as UTF-8 without a byte order mark.',
  })

/** Where a value stands in the body. As a text only once there is something to complain about. */
interface Place {
  /** The object or array that it is in; null for the whole body. */
  readonly above: Place | null
  readonly step: string | number
  readonly depth: number
  readonly checksText: boolean
}

const within = (above: Place, step: string | number): Place => ({
  above,
  step,
  depth: above.depth + 1,
  checksText: above.checksText,
})

function pathOf({ above, step }: Place): string {
  if (above === null) return ''
  const path = pathOf(above)
  return typeof step === 'number' ? entryPath(path, step) : memberPath(path, step)
}

function checkValue(value: unknown, place: Place): void {
  if (typeof value === 'string') {
    if (place.checksText) checkText(value, place)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw complain(place, 'is a number that is too large.')
  } else if (typeof value === 'object' && value !== null) {
    if (place.depth > MAX_DEPTH) {
      throw badField(pathOf(place), `The body is nested deeper than ${MAX_DEPTH} levels.`)
    }
    if (Array.isArray(value)) checkArray(value, place)
    else checkObject(value, place)
  }
}

function checkArray(value: readonly unknown[], place: Place): void {
  if (value.length > MAX_ARRAY_ENTRIES) throw complain(place, `has more than ${MAX_ARRAY_ENTRIES} entries.`)
  for (const [index, entry] of value.entries()) checkValue(entry, within(place, index))
}

function checkObject(value: object, place: Place): void {
  for (const [name, member] of Object.entries(value)) {
    const at = within(place, name)
    if (FORBIDDEN_NAMES.has(name)) throw badField(pathOf(at), `\`${name}\` is not allowed as a name.`)
    if (place.checksText) checkText(name, place)
    checkValue(member, at)
  }
}

function checkText(text: string, place: Place): void {
  if (text.includes('\0')) throw complain(place, 'has a NUL character in it.')
  if (!text.isWellFormed()) throw complain(place, 'has half of a surrogate pair in it.')
}

function complain(place: Place, what: string): ApiError {
  const path = pathOf(place)
  return badField(path, `${named(path)} ${what}`)
}

const LOOSE = Symbol('an integer written loosely')

/** Parses once more, with the source of each number. Only bodies that seem to have such a number pay for it. */
function looseIntegers(text: string): string[] {
  const marked: unknown = JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    Number.isInteger(value) && /[.eE]/.test(context?.source ?? '') ? LOOSE : value,
  )
  return pathsOf(marked, '')
}

function pathsOf(value: unknown, path: string): string[] {
  if (value === LOOSE) return [path]
  if (Array.isArray(value)) return value.flatMap((entry, index) => pathsOf(entry, entryPath(path, index)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => pathsOf(member, memberPath(path, name)))
}
