import { errorCatalogue } from '../../../src/contract/errors.ts'
import { eventTypes } from '../../../src/contract/events.ts'
import { declineCodes, reasonCodes } from '../../../src/contract/reasons.ts'
import { errorDetailsReasons } from '../../../src/contract/unavailable.ts'
import type { JsonSchema } from '../../../src/http/openapi/schemas.ts'
import { pythonLiteral } from './text.ts'

/** A value of an enum: a text or a number. */
export type SchemaEnumValue = string | number

/** Enums that are too long to be written at each field, by the names that they get in the Python client. */
export const namedPythonEnums: Readonly<Record<string, readonly SchemaEnumValue[]>> = {
  ErrorCode: Object.keys(errorCatalogue),
  ErrorReason: errorDetailsReasons,
  EventType: eventTypes,
  ReasonCode: declineCodes,
  RuleCode: reasonCodes,
}

/** Returns the name of a nested object whose schema has no title. */
export type NamePythonNestedType = (schema: JsonSchema) => string

/** The Python type for a schema. */
export function pythonAnnotation(schema: JsonSchema, nameOf: NamePythonNestedType): string {
  const inner = (other: unknown): string => pythonAnnotation(other as JsonSchema, nameOf)
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) as string
  if (Array.isArray(schema['anyOf'])) return unionOf(schema['anyOf'].map(inner))
  if (Array.isArray(schema['enum'])) return wordsOf(schema['enum'] as SchemaEnumValue[])
  if (schema['const'] === true) return 'Literal[True]'
  if (schema['type'] === 'array') return `List[${inner(schema['items'])}]`
  if (schema['type'] === 'object') {
    if (schema['properties'] !== undefined) return nameOf(schema)
    return `Dict[str, ${typeof schema['additionalProperties'] === 'object' ? inner(schema['additionalProperties']) : 'Any'}]`
  }
  return plainTypes[String(schema['type'])] ?? 'Any'
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

function unionOf(members: readonly string[]): string {
  const others = members.filter((member) => member !== 'None')
  const union = others.length === 1 ? (others[0] as string) : `Union[${others.join(', ')}]`
  return others.length === members.length ? union : `Optional[${union}]`
}

function wordsOf(words: readonly SchemaEnumValue[]): string {
  for (const [name, list] of Object.entries(namedPythonEnums)) {
    const more = words.filter((word) => !list.includes(word))
    if (words.length - more.length === list.length)
      return more.length === 0 ? name : `Union[${name}, ${pythonLiteralType(more)}]`
  }
  return pythonLiteralType(words)
}

export const pythonLiteralType = (words: readonly SchemaEnumValue[]): string =>
  `Literal[${words.map(pythonLiteral).join(', ')}]`
