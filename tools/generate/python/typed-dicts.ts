import type { JsonSchema } from '../../../src/http/openapi/schemas.ts'
import { pythonAnnotation, pythonLiteralType } from './annotations.ts'
import { pythonDocstring, indentedLines, PYTHON_KEYWORDS, pascalCase, pythonLiteral } from './text.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
type Fields = Readonly<Record<string, JsonSchema>>

/** Names of nested objects that several types share, by the field that holds them. */
const sharedNames: Readonly<Record<string, string>> = { warnings: 'PolicyWarning' }

/** Writes the named objects as Python's typed dictionaries: each once, after the one that it extends. */
export function pythonTypedDicts(schemas: Schemas): string[] {
  const written = new Map<string, string>()
  const write = (name: string, schema: JsonSchema): void => {
    if (written.has(name)) return
    const base = baseOf(name, schema, schemas)
    if (base !== undefined) write(base, schemas[base] as JsonSchema)
    const fields = Object.entries(fieldsOf(schema)).map(([field, inner]): Field => {
      const type = pythonAnnotation(inner, (nested) => {
        const nestedName = sharedNames[field] ?? `${name}${pascalCase(field).replace(/s$/, '')}`
        write(nestedName, nested)
        return nestedName
      })
      return { field, type, schema: inner, isRequired: requiredOf(schema).has(field) }
    })
    const inherited = base === undefined ? {} : fieldsOf(schemas[base] as JsonSchema)
    const own = fields.filter(({ field }) => inherited[field] === undefined)
    written.set(
      name,
      own.some(({ field }) => PYTHON_KEYWORDS.has(field)) ? callText(name, own) : classText(name, own, base),
    )
  }
  for (const [name, schema] of Object.entries(schemas)) write(name, schema)
  return [...written.values()]
}

interface Field {
  readonly field: string
  readonly type: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

const fieldsOf = (schema: JsonSchema): Fields => (schema['properties'] ?? {}) as Fields
const requiredOf = (schema: JsonSchema): ReadonlySet<string> => new Set((schema['required'] ?? []) as string[])

/** The name of the type that this one extends: `Card` for `ChangedCard`, `Webhook` for `WebhookWithSecret`. */
function baseOf(name: string, schema: JsonSchema, schemas: Schemas): string | undefined {
  const base = /^Changed(\w+)$/.exec(name)?.[1] ?? /^(\w+)With[A-Z]\w+$/.exec(name)?.[1]
  const extended = base === undefined ? undefined : schemas[base]
  if (extended === undefined) return undefined
  const isSame = ([field, inner]: [string, JsonSchema]) =>
    JSON.stringify(inner) === JSON.stringify(fieldsOf(schema)[field]) &&
    requiredOf(extended).has(field) === requiredOf(schema).has(field)
  return Object.entries(fieldsOf(extended)).every(isSame) ? base : undefined
}

function classText(name: string, fields: readonly Field[], base = 'TypedDict'): string {
  const isPartial = fields.length > 0 && fields.every(({ isRequired }) => !isRequired)
  const lines = fields.flatMap(({ field, type, schema, isRequired }) => [
    `${field}: ${isRequired || isPartial ? type : `NotRequired[${type}]`}`,
    ...described(schema),
  ])
  const body = lines.join('\n').trimEnd().split('\n')
  return [`class ${name}(${base}${isPartial ? ', total=False' : ''}):`, ...indentedLines(body), ''].join('\n')
}

/**
 * The functional form of a typed dictionary, for fields whose names are keywords. Python evaluates it at once, so types that come later are
 * named by text.
 */
function callText(name: string, fields: readonly Field[]): string {
  const isPartial = fields.every(({ isRequired }) => !isRequired)
  const lines = fields.map(
    ({ field, type, isRequired }) =>
      `${pythonLiteral(field)}: '${isRequired || isPartial ? type : `NotRequired[${type}]`}',`,
  )
  const total = isPartial ? ['total=False,'] : []
  const inner = [`${pythonLiteral(name)},`, '{', ...indentedLines(lines), '},', ...total]
  return [`${name} = TypedDict(`, ...indentedLines(inner), ')', ''].join('\n')
}

/** The description of a schema's field for the Python client. Undefined: the field's name and type say enough. */
export function fieldDescription(schema: JsonSchema): string | undefined {
  const text = schema['description']
  const isPlain = typeof text !== 'string' || schema['format'] === 'date-time' || text.startsWith('Identifier')
  return isPlain ? undefined : text
}

function described(schema: JsonSchema): string[] {
  const text = fieldDescription(schema)
  return text === undefined ? [] : [...pythonDocstring(text), '']
}

/** Writes one class for each kind of event data, whose `type` tells them apart, and their union. */
export function pythonEventClasses(webhooks: Readonly<Record<string, object>>): string[] {
  const kinds = new Map<string, string[]>()
  for (const [type, item] of Object.entries(webhooks))
    kinds.set(dataOf(item), [...(kinds.get(dataOf(item)) ?? []), type])
  const named = [...kinds].map(([data, types]) => ({ name: `${kindOf(data)}WebhookEvent`, data, types }))
  const classes = named.map(({ name, data, types }) =>
    [
      `class ${name}(TypedDict):`,
      ...indentedLines(['id: str', ...pythonDocstring('Deliveries repeat: deduplicate by this id.'), '']),
      ...indentedLines([`type: ${pythonLiteralType(types)}`, 'createdAt: str', `data: ${data}`]),
      '',
    ].join('\n'),
  )
  return [...classes, `WebhookEvent = Union[\n${named.map(({ name }) => `    ${name},\n`).join('')}]`]
}

/** The kind of event data: `Card` for `CardEventData`, `Access` for `AccessEvent`. */
const kindOf = (data: string): string => data.replace(/Event(?:Data)?$/, '')

function dataOf(item: object): string {
  const { post } = item as { post: { requestBody: { content: { 'application/json': { schema: JsonSchema } } } } }
  return pythonAnnotation(fieldsOf(post.requestBody.content['application/json'].schema)['data'] as JsonSchema, () => {
    throw new Error('the data of an event has no name')
  })
}
