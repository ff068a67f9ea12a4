import { isUtf8 } from 'node:buffer'
import type { ApiError } from '../../contract/errors.ts'
import { MAX_ARRAY_ENTRIES } from '../../contract/primitives.ts'
import { jsonFault } from './json-fault.ts'
import {
  invalidRequestFieldError,
  fieldPathInWords,
  jsonPathText,
  duplicateJsonMemberError,
} from '../../contract/complaints/json-path.ts'
import { markLooseJsonIntegers } from './loose-integers.ts'
import { inexactJsonNumber } from '../../lib/json/inexact-number.ts'
import type { JsonPath } from '../../lib/json/json-path.ts'
import { repeatedJsonMember } from '../../lib/json/repeated-member.ts'
import { checkBodyValueCount, countBodyMembers } from './value-count.ts'

/** A request's body, parsed, with marks for how its integers were written, which the parsed values no longer show. */
export interface ParsedJsonBody {
  readonly value: unknown
  /**
   * The parsed body again, with a mark in place of each integer that was written with a fraction or an exponent. `pathOfLooseJsonInteger` reads
   * it.
   */
  readonly looseIntegers: unknown
  /** The path of the first number that JavaScript cannot hold exactly as it was sent. Undefined: there is none. */
  readonly inexact: string | undefined
}

const MAX_DEPTH = 32
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor'])
const NO_BODY: ParsedJsonBody = { value: undefined, looseIntegers: undefined, inexact: undefined }

/**
 * Reads a body strictly (contract, section 2): well-formed UTF-8 and JSON, a bounded number of values, at most 32 levels and 1000 entries
 * in an array, no name twice in one object and none that reaches an object's prototype, no NUL and no lone surrogate. Returns `undefined` for
 * an absent or empty body.
 */
export function readJsonBody(bytes: Buffer | undefined): ParsedJsonBody {
  if (bytes === undefined || bytes.length === 0) return NO_BODY
  if (!isUtf8(bytes))
    throw notJson('The body is not valid UTF-8.', 'Encode the body as UTF-8, without a byte order mark.')
  checkBodyValueCount(bytes)
  const text = bytes.toString('utf8')
  const value = parse(text)
  // In well-formed UTF-8, a NUL or a lone surrogate can only come from an escape such as `\u0000`.
  const members = checkValue(value, { above: null, step: '', depth: 1, checksText: text.includes('\\u') })
  if (members !== countBodyMembers(bytes)) throw duplicateJsonMemberError(repeatedJsonMember(text) ?? [])
  const inexact = inexactJsonNumber(text)
  return {
    value,
    inexact: inexact && jsonPathText(inexact),
    // A getter parses the body again only once the schema has accepted it, so a refused body is not parsed twice.
    get looseIntegers() {
      return markLooseJsonIntegers(text)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { line, column, hint } = jsonFault(text)
    throw notJson(`The body is not valid JSON: see line ${line}, column ${column}.`, hint)
  }
}

/** The refusal of a number that would be stored as a different one, such as another system's long id in `metadata`. */
export const inexactNumberError = (path: string): ApiError =>
  invalidRequestFieldError(
    path,
    `${fieldPathInWords(path)} is a number that would come back as another one: JSON numbers are exact up to 2^53.`,
    {
      hint: 'Send it as a text, in double quotes.',
    },
  )

const notJson = (message: string, hint: string): ApiError =>
  invalidRequestFieldError('', message, { reason: 'body_parse_error', hint })

/** The position of a value in the body. It becomes a path such as `a.b[0]` only when there is an error to report. */
interface Position {
  /** The position of the object or array that the value is in; null for the whole body. */
  readonly above: Position | null
  readonly step: string | number
  readonly depth: number
  readonly checksText: boolean
}

const within = (above: Position, step: string | number): Position => ({
  above,
  step,
  depth: above.depth + 1,
  checksText: above.checksText,
})

function stepsTo({ above, step }: Position): JsonPath {
  return above === null ? [] : [...stepsTo(above), step]
}

const at = (position: Position): string => jsonPathText(stepsTo(position))

/** Checks a value of a body, and returns how many members it has over all its levels. */
function checkValue(value: unknown, position: Position): number {
  if (typeof value === 'string') {
    if (position.checksText) checkText(value, position)
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw complain(position, 'is a number that is too large.', 'Send it as a text.')
  } else if (typeof value === 'object' && value !== null) {
    if (position.depth > MAX_DEPTH) {
      throw invalidRequestFieldError(at(position), `The body is nested deeper than ${MAX_DEPTH} levels.`, {
        hint: 'Flatten it.',
      })
    }
    return Array.isArray(value) ? checkArray(value, position) : checkObject(value, position)
  }
  return 0
}

function checkArray(value: readonly unknown[], position: Position): number {
  if (value.length > MAX_ARRAY_ENTRIES)
    throw complain(position, `has more than ${MAX_ARRAY_ENTRIES} entries.`, 'Send fewer entries.')
  let members = 0
  for (const [index, entry] of value.entries()) members += checkValue(entry, within(position, index))
  return members
}

function checkObject(value: object, position: Position): number {
  let members = 0
  for (const [name, member] of Object.entries(value)) {
    const inside = within(position, name)
    if (FORBIDDEN_NAMES.has(name))
      throw invalidRequestFieldError(at(inside), `\`${name}\` is not allowed as a name.`, {
        hint: 'Choose another name.',
      })
    if (position.checksText) checkText(name, position)
    members += 1 + checkValue(member, inside)
  }
  return members
}

function checkText(text: string, position: Position): void {
  if (text.includes('\0')) throw complain(position, 'has a NUL character in it.', 'Leave `\\u0000` out.')
  if (!text.isWellFormed())
    throw complain(
      position,
      'has half of a surrogate pair in it.',
      'Send the character itself, or both halves of its escape.',
    )
}

function complain(position: Position, what: string, hint: string): ApiError {
  const path = at(position)
  return invalidRequestFieldError(path, `${fieldPathInWords(path)} ${what}`, { hint })
}
