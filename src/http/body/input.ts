import { Type, type TObject, type TSchema } from 'typebox'
import type { Operation } from '../../contract/operation.ts'
import { makeCallerTextCheck } from './callers-texts.ts'
import { refuseCardNumbers } from './card-numbers.ts'
import { schemaChecker } from '../../contract/complaints/check-against.ts'
import { unknownFieldError } from '../../contract/complaints/complaint.ts'
import { type ParsedJsonBody, inexactNumberError } from './json-body.ts'
import { invalidRequestFieldError, fieldPathInWords } from '../../contract/complaints/json-path.ts'
import { pathOfLooseJsonInteger } from './loose-integers.ts'

/** The parts of a request as Fastify hands them over. */
export interface RawOperationInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | string[]>>
  readonly body: ParsedJsonBody
}

export interface OperationRequestInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Checks a request against the schemas of its operation and returns its input. Throws `invalid_request`. */
export type OperationInputReader = (raw: RawOperationInput) => OperationRequestInput

const Nothing = Type.Object({}, { additionalProperties: false })

export function operationInputReader(operation: Operation, { cardBin }: { cardBin: string }): OperationInputReader {
  const readQuery = queryReader(operation.query ?? Nothing)
  const readBody = operation.method === 'GET' ? () => undefined : bodyReader(operation.body ?? Nothing)
  const refuseTexts = makeCallerTextCheck(operation.body ?? Nothing)
  return ({ params, query, body }) => {
    const input = { params, query: readQuery(query), body: readBody(body) }
    if (operation.mayHoldNumbers !== true) {
      refuseTexts(input.body)
      refuseCardNumbers(operation.file === undefined ? input.body : withoutContent(input.body), cardBin)
    }
    return input
  }
}

/** A body without the bytes of its file, in which no number is looked for: they are stored sealed. */
const withoutContent = (body: unknown): unknown => ({ ...(body as object), content: undefined })

/** Makes the reader of a body. It takes an absent body as `{}`, so that the error names the required fields that are missing. */
function bodyReader(schema: TSchema): (body: ParsedJsonBody) => unknown {
  const check = schemaChecker(schema)
  return ({ value = {}, looseIntegers, inexact }) => {
    check(value)
    if (inexact !== undefined) throw inexactNumberError(inexact)
    const path = pathOfLooseJsonInteger(schema, looseIntegers)
    if (path !== undefined) {
      throw invalidRequestFieldError(
        path,
        `${fieldPathInWords(path)} must be an integer, written without a fraction or an exponent.`,
        {
          hint: 'For instance `2500`: amounts are in minor units, such as cents.',
        },
      )
    }
    return value
  }
}

function queryReader(schema: TObject): (query: RawOperationInput['query']) => Record<string, unknown> {
  const check = schemaChecker(schema)
  const known = Object.keys(schema.properties)
  return (query) => {
    const read: Record<string, unknown> = {}
    for (const name in query) {
      if (!known.includes(name)) throw unknownFieldError('', name, known)
      read[name] = queryValue(name, query[name], schema.properties[name] as TSchema)
    }
    check(read)
    return read
  }
}

const INTEGER = /^[0-9]{1,16}$/

/**
 * The value of a query parameter: its text as a number or boolean, where the parameter's schema has that type. A text that is no such value
 * stays a text, so that the schema refuses it.
 */
function queryValue(name: string, text: string | string[] | undefined, schema: TSchema): unknown {
  if (typeof text !== 'string')
    throw invalidRequestFieldError(name, `\`${name}\` is given more than once.`, { hint: 'Send it once.' })
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidRequestFieldError(name, `\`${name}\` has a broken character in it.`, {
      hint: 'Encode its value as UTF-8 and then with percent signs.',
    })
  const { type } = schema as { type?: string }
  if (type === 'integer' && INTEGER.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
