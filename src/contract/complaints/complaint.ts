import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import type { ApiError } from '../errors.ts'
import { valueFormHint, type DescribedSchema, missingFieldHint } from './form-hint.ts'
import { invalidRequestFieldError, arrayEntryPath, objectMemberPath, fieldPathInWords } from './json-path.ts'
import { nearestKnownName } from './nearest-name.ts'
import { nestedFieldPath } from './nested-name.ts'

/**
 * Turns the validator's errors into one error for a person, which names the field and says what its value should be. The error never
 * repeats a value, which may be a card number.
 */
export function validationError(
  schema: TSchema,
  value: unknown,
  errors: readonly TLocalizedValidationError[],
): ApiError {
  const telling = errors.filter((error) => !isNoise(error))
  const first =
    telling.find((error) => error.keyword === 'additionalProperties') ??
    telling.find((error) => error.keyword === 'required') ??
    telling[0]
  if (first === undefined) return invalidRequestFieldError('', 'The body is not valid.')
  const path = pathOf(first.instancePath, value)
  if (first.keyword === 'additionalProperties') return unknownField(path, first, schemaAt(schema, first.schemaPath))
  if (first.keyword === 'required') {
    const [missing = ''] = first.params.requiredProperties
    const at = objectMemberPath(path, missing)
    const hint = missingFieldHint(schemaAt(schema, first.schemaPath).properties?.[missing])
    return invalidRequestFieldError(at, `\`${at}\` is missing.`, { reason: 'parameter_missing', hint })
  }
  const hint = valueFormHint(first, schemaAt(schema, first.schemaPath), valueAt(value, first.instancePath))
  return invalidRequestFieldError(path, `${fieldPathInWords(path)} ${demand(first)}.`, { hint })
}

/**
 * Whether a validation error says nothing, because another error in the list says more. That is so for the errors of a schema "this or
 * null", and for the general error of an object with an unknown field.
 */
const isNoise = ({ keyword, params }: TLocalizedValidationError): boolean =>
  keyword === 'anyOf' || keyword === 'boolean' || (keyword === 'type' && params.type === 'null')

export function unknownFieldError(path: string, name: string, known: readonly string[]): ApiError {
  const nearest = nearestKnownName(name, known)
  const at = objectMemberPath(path, name)
  const hint = nearest === null ? `Known here: ${known.join(', ') || 'nothing'}.` : `Did you mean \`${nearest}\`?`
  const own = at === 'format' ? CSV : hint
  return invalidRequestFieldError(at, `\`${at}\` is not known.`, { reason: 'parameter_unknown', hint: own })
}

/** The hint for a list that is requested with the parameter `format`, by which other services choose CSV. */
const CSV = 'The header `Accept` chooses the form: `Accept: text/csv` gives the list of transactions as CSV.'

function unknownField(
  path: string,
  error: Extract<TLocalizedValidationError, { keyword: 'additionalProperties' }>,
  schema: DescribedSchema,
): ApiError {
  const [name = ''] = error.params.additionalProperties
  const below = nestedFieldPath(name, schema)
  return below === null
    ? unknownFieldError(path, name, Object.keys(schema.properties ?? {}))
    : misplacedName(path, name, below)
}

function misplacedName(path: string, name: string, below: string): ApiError {
  const at = objectMemberPath(path, name)
  return invalidRequestFieldError(at, `\`${at}\` is not known.`, {
    reason: 'parameter_unknown',
    hint: `Did you mean \`${objectMemberPath(path, below)}\`?`,
  })
}

function demand(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case 'type':
      return `must be ${typeName(error.params.type)}`
    case 'enum':
      return `must be one of ${error.params.allowedValues.map(String).join(', ')}`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    case 'minLength':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} characters`
    case 'maxLength':
      return `must have at most ${error.params.limit} characters`
    case 'minItems':
      return error.params.limit === 1 ? 'must not be empty' : `must have at least ${error.params.limit} entries`
    case 'maxItems':
      return `must have at most ${error.params.limit} entries`
    case 'format':
      return formats[error.params.format] ?? 'does not have the right form'
    default:
      return 'does not have the right form'
  }
}

const formats: Record<string, string> = {
  email: 'must be an email address',
  'date-time': 'must be a time such as 2026-01-31T23:59:59.123Z',
}

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}
const typeName = (type: string | string[]): string => typeNames[String(type)] ?? String(type)

/** The subschema that a validation error is about. `pointer` is the error's path to it, such as `#/properties/policy/anyOf/0`. */
const schemaAt = (schema: TSchema, pointer: string): DescribedSchema => valueAt(schema, pointer.slice(1)) ?? {}

function valueAt(value: unknown, pointer: string): unknown {
  let node = value
  for (const step of pointerSteps(pointer)) node = (node as Record<string, unknown> | undefined)?.[step]
  return node
}

function pathOf(pointer: string, value: unknown): string {
  let node = value
  let path = ''
  for (const step of pointerSteps(pointer)) {
    path = Array.isArray(node) ? arrayEntryPath(path, step) : objectMemberPath(path, step)
    node = (node as Record<string, unknown> | undefined)?.[step]
  }
  return path
}

const pointerSteps = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
